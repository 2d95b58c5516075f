// @ts-check
/** Pointer input as taps, swipes and drags; mouse, pen and finger alike. */

const SLACK = 8; // pixels that a tap may wander

/**
 * @typedef {object} Gestures
 * @property {(event: PointerEvent) => boolean} [grab] the pointer went down: is there something to drag?
 * @property {(event: PointerEvent) => void} [drag] called while something is dragged
 * @property {(event: PointerEvent) => void} [drop]
 * @property {() => void} [cancel] the browser took the pointer away during a drag
 * @property {(event: PointerEvent) => void} [tap]
 * @property {(dx: number, dy: number) => void} [swipe] in pixels; only where nothing was grabbed
 * @property {(event: PointerEvent | null) => void} [hover]
 */

/**
 * @param {SVGElement} surface
 * @param {Gestures} on
 */
export function listen(surface, on) {
  /** @type {{id: number, x: number, y: number, grabbed: boolean, moved: boolean} | null} */
  let press = null;

  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      grabbed: on.grab?.(event) ?? false,
      moved: false,
    };
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener("pointermove", (event) => {
    if (!press) on.hover?.(event);
    if (press?.id !== event.pointerId) return;
    press.moved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (press.moved && press.grabbed) on.drag?.(event);
  });
  surface.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { x, y, grabbed, moved } = press;
    press = null;
    if (!moved) on.tap?.(event);
    else if (grabbed) on.drop?.(event);
    else on.swipe?.(event.clientX - x, event.clientY - y);
  });
  surface.addEventListener("pointercancel", (event) => {
    if (press?.id !== event.pointerId) return;
    if (press.grabbed && press.moved) on.cancel?.();
    press = null;
  });
  surface.addEventListener("pointerleave", () => on.hover?.(null));
}
