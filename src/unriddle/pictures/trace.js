// Shows a trace step by step: the board, where the search has been, the lines of the pseudo-code
// that ran, and the sentence. A step holds its pieces as [sprite, x, y].
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const { steps, places, before, hottest } = JSON.parse(get("trace").textContent);
  const [slider, rows, code] = ["slider", "rows", "code"].map(get);
  const last = steps.length - 1;
  let at = 0;
  /** Milliseconds of a step: a stretch takes half a minute at most. */
  const pause = Math.min(600, Math.max(60, 30000 / steps.length));
  let timer = 0;

  function make(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  /** How often the search was at each place until now: the more often, the denser the colour. */
  function heat(step) {
    const counts = new Map();
    for (const place of before) counts.set(place, (counts.get(place) ?? 0) + 1);
    for (let index = 0; index <= step; index++) {
      for (const place of steps[index].at) counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    get("heat").replaceChildren();
    for (const [place, count] of counts) {
      const [x, y, width, height] = places[place];
      const opacity = hottest * (0.15 + (0.85 * count) / most);
      make("rect", { x, y, width, height, "fill-opacity": opacity.toFixed(3) }, get("heat"));
    }
  }

  function show(step) {
    at = Math.max(0, Math.min(last, step));
    const now = steps[at];
    const pieces = get("pieces");
    pieces.replaceChildren();
    for (const [sprite, x, y] of now.pieces) {
      make("use", { href: `#sprite-${sprite}`, transform: `translate(${x} ${y})` }, pieces);
    }
    heat(at);
    for (const [index, line] of [...code.children].entries()) {
      line.classList.toggle("lit", now.lit.includes(index));
    }
    get("sentence").textContent = now.words;
    get("where").textContent = `${at + 1} / ${last + 1}`;
    if (at === last) play(false);
    slider.value = at;
    get("back").disabled = at === 0;
    get("next").disabled = at === last;
    rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = rows.children[at];
    row?.setAttribute("aria-current", "step");
    const box = row?.closest(".scroll");
    if (box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => show(at + 1), pause) : 0;
    get("play").textContent = on ? "‖" : "▶";
    get("play").setAttribute("aria-pressed", String(on));
  }

  get("play").addEventListener("click", () => {
    if (!timer && at === last) show(0);
    play(!timer);
  });
  get("back").addEventListener("click", () => show(at - 1));
  get("next").addEventListener("click", () => show(at + 1));
  slider.addEventListener("input", () => show(Number(slider.value)));
  rows.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) show([...rows.children].indexOf(row));
  });
  const keys = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = { Home: 0, End: last }[event.key] ?? (keys[event.key] ? at + keys[event.key] : null);
    if (target === null) return;
    event.preventDefault();
    show(target);
  });
  show(0);
})();
