/** Pointer input as taps, swipes and drags; mouse, pen and finger alike. */

const SLACK = 8; // pixels that a tap may wander
const HOLD = 220; // milliseconds that a finger rests before it can drag, where a swipe means something else

/**
 * @typedef {object} Gestures
 * @property {(event: PointerEvent) => boolean} [grab] the pointer went down: is there something to drag?
 * @property {() => void} [hold] a finger has rested long enough to drag
 * @property {(event: PointerEvent) => void} [drag] called while something is dragged
 * @property {(event: PointerEvent) => void} [drop]
 * @property {() => void} [cancel] the browser took the pointer away during a drag, or a second finger came
 * @property {(event: PointerEvent) => void} [tap]
 * @property {(dx: number, dy: number) => void} [swipe] in pixels; only where nothing was grabbed
 * @property {(event: PointerEvent | null) => void} [hover]
 */

/**
 * @param {Pick<Element, "setPointerCapture"> & GlobalEventHandlers} surface
 * @param {Gestures} on
 */
export function listen(surface, on) {
  /** @type {{id: number, x: number, y: number, grabbed: boolean, held: boolean, moved: boolean} | null} */
  let press = null;
  let timer = 0;

  const cancel = () => {
    clearTimeout(timer);
    if (press?.grabbed && (press.moved || press.held)) on.cancel?.();
    press = null;
  };

  surface.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return cancel(); // two fingers zoom
    if (event.button !== 0 || press) return;
    const here = { id: event.pointerId, x: event.clientX, y: event.clientY, grabbed: on.grab?.(event) ?? false, held: false, moved: false };
    press = here;
    surface.setPointerCapture(event.pointerId);
    if (!here.grabbed || !on.swipe || event.pointerType === "mouse") return;
    here.grabbed = false; // a swipe, unless the finger rests
    timer = setTimeout(() => {
      if (press !== here || here.moved) return;
      here.grabbed = here.held = true;
      on.hold?.();
    }, HOLD);
  });
  surface.addEventListener("pointermove", (event) => {
    if (!press) on.hover?.(event);
    if (press?.id !== event.pointerId) return;
    press.moved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (press.moved && press.grabbed) on.drag?.(event);
  });
  surface.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { x, y, grabbed, held, moved } = press;
    press = null;
    clearTimeout(timer);
    if (!moved) {
      if (!held) on.tap?.(event);
    } else if (grabbed) on.drop?.(event);
    else on.swipe?.(event.clientX - x, event.clientY - y);
  });
  surface.addEventListener("pointercancel", (event) => {
    if (press?.id === event.pointerId) cancel();
  });
  surface.addEventListener("pointerleave", () => on.hover?.(null));
}
