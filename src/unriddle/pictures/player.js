// Plays a plan on the board above. A frame holds only the pieces that are new or changed since the
// frame before: {id: [sprite, x, y, z]}, or {id: null} for a piece that is gone.
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const { frames, moves, pause, start } = JSON.parse(get("plan").textContent);
  const [board, layer, slider, where] = ["board", "pieces", "slider", "where"].map(get);
  const last = frames.length - 1;
  const shown = new Map();
  for (const use of layer.children) shown.set(use.dataset.id, use);
  let state = { ...frames[0] };
  let at = 0;
  let timer = 0;

  /** The pieces after a number of moves, from those that are known already. */
  function stateAt(step) {
    const next = step < at ? { ...frames[0] } : { ...state };
    for (let index = step < at ? 1 : at + 1; index <= step; index++) {
      for (const [id, piece] of Object.entries(frames[index])) {
        if (piece) next[id] = piece;
        else delete next[id];
      }
    }
    return next;
  }

  const place = ([, x, y]) => `translate(${x}px,${y}px)`;

  function show(step, smooth) {
    const next = stateAt(step);
    board.classList.toggle("still", !smooth);
    const changed = [];
    for (const [id, use] of shown) {
      if (next[id] && String(next[id]) === String(state[id])) continue;
      use.remove();
      if (next[id]) changed.push(id);
      else shown.delete(id);
    }
    for (const id of Object.keys(next)) {
      if (shown.has(id)) continue;
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.dataset.id = id;
      use.style.transform = place(next[id]);
      shown.set(id, use);
      changed.push(id);
    }
    // What did not change is in order already: the others go between them, still where they were.
    const order = Object.keys(next).sort((a, b) => next[a][3] - next[b][3] || a - b);
    let before = layer.firstChild;
    for (const id of order) {
      const use = shown.get(id);
      if (use === before) before = before.nextSibling;
      else layer.insertBefore(use, before);
    }
    if (smooth && changed.length) board.getBoundingClientRect(); // they glide from there
    for (const id of changed) {
      shown.get(id).setAttribute("href", `#sprite-${next[id][0]}`);
      shown.get(id).style.transform = place(next[id]);
    }
    state = next;
    at = step;
    slider.value = step;
    const move = step ? `: ${moves[step - 1]}` : "";
    where.textContent = `Move ${step} of ${last}${move}`;
    for (const id of ["first", "back"]) get(id).disabled = at === 0;
    for (const id of ["next", "last"]) get(id).disabled = at === last;
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    get("sign").setAttribute("d", "M5 2.5v13L15 9z");
    get("play").setAttribute("aria-label", "Play");
    where.setAttribute("aria-live", "polite");
  }

  function tick() {
    show(at + 1, true);
    if (at === last) stop();
    else timer = setTimeout(tick, pause / get("pace").value);
  }

  function play() {
    if (timer) return stop();
    if (at === last) show(0, false);
    get("sign").setAttribute("d", "M4 3h3.6v12H4zM10.4 3H14v12h-3.6z");
    get("play").setAttribute("aria-label", "Pause");
    where.setAttribute("aria-live", "off"); // nobody can listen to every move while it plays
    timer = setTimeout(tick, pause / get("pace").value);
  }

  function go(step) {
    stop();
    const target = Math.max(0, Math.min(last, step));
    if (target !== at) show(target, Math.abs(target - at) === 1);
  }

  const actions = {
    first: () => go(0),
    back: () => go(at - 1),
    play,
    next: () => go(at + 1),
    last: () => go(last),
  };
  for (const [id, act] of Object.entries(actions)) get(id).addEventListener("click", act);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("select")) return;
    if (event.key === " " && event.target.closest("button")) return; // it presses the button
    event.preventDefault();
    actions[action]();
  });
  show(start, false);
})();
