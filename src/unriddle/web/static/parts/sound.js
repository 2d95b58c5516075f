/** Sounds, made by the page itself and off until the player wants them. */

import { prefer, preference } from "../store.js";

/** @typedef {"move" | "push" | "refused" | "lost" | "won"} Sound */

/** Notes: their pitch in hertz, when they begin and how long they last in seconds. @type {Record<Sound, [pitch: number, start: number, length: number][]>} */
const NOTES = {
  move: [[420, 0, 0.05]],
  push: [[150, 0, 0.11]],
  refused: [[110, 0, 0.14]],
  lost: [
    [300, 0, 0.16],
    [200, 0.15, 0.3],
  ],
  won: [
    [523, 0, 0.16],
    [659, 0.13, 0.16],
    [784, 0.26, 0.16],
    [1047, 0.39, 0.4],
  ],
};
const LOUD = 0.14;

/** @type {AudioContext | null} made at the first sound: browsers allow none before a gesture */
let audio = null;

export const isSoundOn = () => preference("sound", false) === true;

/** @param {boolean} on */
export function setSound(on) {
  prefer("sound", on);
  if (on) play("move");
}

/** @param {Sound} sound */
export function play(sound) {
  if (!isSoundOn()) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, start, length] of NOTES[sound]) {
    const tone = new OscillatorNode(audio, { type: sound === "won" ? "triangle" : "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    const begin = audio.currentTime + start;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUD, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/**
 * What is heard when a game goes on from one position to another.
 * @param {import("../types.js").Position} before @param {import("../types.js").Position} now
 */
export function playChange(before, now) {
  const did = now.steps.at(-1)?.did;
  if (now.solved && !before.solved) play("won");
  else if (now.lost && !before.lost) play("lost");
  else if (did) play(did.pushed || did.fired?.length || did.autoplayed?.length ? "push" : "move");
}
