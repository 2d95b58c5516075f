/** The four suits as shapes, so that no font is needed; each fits a square of side 1 around its middle. */
import { short } from "../svg.js";

/** @type {Record<string, string>} relative paths that begin in the middle */
const SHAPES = {
  H:
    "m0 .46c-.14 -.14 -.46 -.36 -.46 -.62c0 -.17 .12 -.29 .26 -.29c.09 0 .16 .05 .2 .13" +
    "c.04 -.08 .11 -.13 .2 -.13c.14 0 .26 .12 .26 .29c0 .26 -.32 .48 -.46 .62z",
  D: "m0 -.5c.09 .18 .22 .35 .36 .5c-.14 .15 -.27 .32 -.36 .5c-.09 -.18 -.22 -.35 -.36 -.5" + "c.14 -.15 .27 -.32 .36 -.5z",
  S:
    "m0 -.5c.13 .17 .44 .36 .44 .62c0 .15 -.11 .24 -.22 .24c-.08 0 -.14 -.03 -.18 -.09" +
    "c0 .1 .05 .17 .14 .21l-.36 0c.09 -.04 .14 -.11 .14 -.21c-.04 .06 -.1 .09 -.18 .09" +
    "c-.11 0 -.22 -.09 -.22 -.24c0 -.26 .31 -.45 .44 -.62z",
  C:
    "m0 -.48c.14 0 .23 .1 .23 .22c0 .07 -.03 .13 -.08 .17c.03 -.01 .06 -.02 .1 -.02" +
    "c.12 0 .21 .1 .21 .22c0 .13 -.1 .22 -.22 .22c-.08 0 -.15 -.04 -.2 -.1c0 .11 .05 .19 .14 .24" +
    "l-.36 0c.09 -.05 .14 -.13 .14 -.24c-.05 .06 -.12 .1 -.2 .1c-.12 0 -.22 -.09 -.22 -.22" +
    "c0 -.12 .09 -.22 .21 -.22c.04 0 .07 .01 .1 .02c-.05 -.04 -.08 -.1 -.08 -.17" +
    "c0 -.12 .09 -.22 .23 -.22z",
};

/**
 * Path data of a suit, to be joined with others.
 * @param {string} suit
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {boolean} [upsideDown]
 */
export function suitPath(suit, x, y, size, upsideDown = false) {
  const scale = upsideDown ? -size : size;
  const shape = SHAPES[suit].replace(/-?[\d.]+/g, (number) => String(short(Number(number) * scale)));
  return `M${short(x)} ${short(y)}${shape}`;
}
