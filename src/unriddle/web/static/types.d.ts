/** The words that server, app and boards share. Only checked by tsc, never loaded by a browser. */

import type * as boards from "./boards/contract.js";

export type { BoardOptions } from "./boards/contract.js";

import type { Fall } from "./boards/contract.js";

/** A board of any puzzle, with its steps and scenes. */
export type Board = boards.Board<any, any, any>;
export type Step = boards.Step<any, any>;
export type SceneOptions = boards.SceneOptions<any, any>;

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** What is counted in a plan, by unit: first what is minimised. */
export type Counts = Record<string, number>;

/** Where a game stands, as the server tells it after every change. */
export interface Position {
  state: any;
  text: string;
  legal: string[];
  tries: string[];
  lost: string;
  fall: Fall | null;
  solved: boolean;
  moves: string[];
  /** The moves in one text, as the puzzle writes them. */
  written: string;
  /** The move that lost the game, after which it goes no further. */
  fatal: string;
  /** What is counted in the moves made so far. */
  counts: Counts;
  canUndo: boolean;
  canRedo: boolean;
  steps: Step[];
  /** What helped with the moves made so far. */
  help: Help[];
  /** How long it was played. */
  seconds: number;
  /** The game, if it has just begun or been won. */
  record: GameRecord | null;
}
export type Help = "hint" | "solver" | "link";
/** A game as docs/formats.md describes it. */
export interface GameRecord {
  id: string;
  puzzle: string;
  name: string;
  board: string;
  level: string;
  rules: Record<string, any>;
  key: string;
  began: string;
  seconds: number;
  solved: boolean;
  cost: number;
  counts: Counts;
  help: Help[];
  plan: string;
  /** In the copy of this browser: does the server have it? */
  kept?: boolean;
}
/** The games at one kind of puzzle. */
export interface Statistics {
  puzzle: string;
  played: number;
  won: number;
  unaided: number;
  levels: number;
  streak: number;
  best_streak: number;
  days: number;
  best_days: number;
  seconds: number;
}
export interface Opened extends Position {
  puzzle: string;
  /** The module in boards/ that draws it. */
  board: string;
  id: string;
  name: string;
  title: string;
  rules: Record<string, any>;
  /** What the cost of a plan counts. */
  unit: string;
  level: any;
  initial: any;
  flaw: Flaw | null;
  /** The hash of the level, and that of level and rules. */
  content: string;
  key: string;
  /** The solutions beside the level in its file, replayed by the server; those that do not solve it have a problem. */
  solutions: { name: string; plan: string; counts?: Counts; problem?: string }[];
  /** The best games here that the server keeps; null once they were taken note of. */
  bests: GameRecord[] | null;
}
/** What is wrong with an input, and where. */
export interface Flaw {
  message?: string;
  problem: string;
  hint?: string;
  source?: string;
  level?: number | string | null;
  line?: number | null;
  column?: number | null;
  /** The puzzles that it may be of, where that cannot be seen. */
  kinds?: string[];
}

export interface Stats {
  expanded: number;
  generated: number;
  frontier: number;
  seconds: number;
  memory: number;
  lower?: number | null;
  upper?: number | null;
  /** The position that the search is at, where it was asked for and the search tells it. */
  state?: any;
  text?: string;
}
export interface Ended extends Stats {
  run: string;
  solver: string;
  engine: string;
  /** Why it ran in Python although nobody asked for it; empty where there is nothing to say. */
  missingTwin: string;
  status: string;
  plan: string[] | null;
  counts: Counts | null;
  optimal: boolean;
  /** Was the plan replayed, or the proof that there is none accepted by the judge? */
  checked: boolean;
  proof: Proof | null;
}
/** A proof that there is no solution, in figures. */
export interface Proof {
  states: number;
  claims: number;
  judged: number;
  complete: boolean;
  stopped: boolean;
}
/** Can the game still be won? Null if it is not known. */
export interface Outlook {
  solvable: boolean | null;
  cost: number | null;
  states: number;
  reason: string;
  checked: boolean;
}

export interface SettingInfo {
  name: string;
  default: any;
  help: string;
  choices: string[];
  /** What people call them. */
  titles: string[];
  minimum: number | null;
  maximum: number | null;
  allowed: string;
}
export interface SolverInfo {
  name: string;
  /** What people call it: A*. */
  title: string;
  /** Can the search view show it? */
  textbook: boolean;
  /** Did a user write it? Then it runs in Python. */
  own: boolean;
  summary: string;
  informed: boolean;
  complete: string;
  optimal: string;
  settings: SettingInfo[];
  /** The only puzzle it is for; empty for the textbook searches, which solve all. */
  puzzle: string;
}
export interface PackInfo {
  id: string;
  about: string;
  first: number;
  last: number;
  /** where there are too many levels to list: the first and last number to take one of at random */
  drawnFrom: [number, number] | null;
}
export interface PuzzleInfo {
  name: string;
  summary: string;
  board: string;
  /** Does the compiled engine know it? */
  native: boolean;
  packs: PackInfo[];
  rules: SettingInfo[];
  solver: string;
  /** By which new games can be asked for that can be won; empty where there are none. */
  difficulties: string[];
  /** Can its levels be made in the editor? */
  editable: boolean;
  /** What the cost of a plan counts under the usual rules. */
  unit: string;
  heuristics: { name: string; title: string; summary: string; admissible: boolean }[];
  heuristicOf: Record<string, string>;
}
export interface Menu {
  version: string;
  native: boolean;
  puzzles: PuzzleInfo[];
  solvers: SolverInfo[];
  /** What is compared unless the user chooses, and for how long each. */
  compared: { solvers: string[]; seconds: number };
  limits: {
    seconds: number;
    mebibytes: number;
    mostSeconds: number;
    mostMebibytes: number;
    text: number;
    runs: number;
  };
}
/** A level as the gallery shows it. */
export interface LevelCard {
  id: string;
  puzzle: string;
  board: string;
  title: string;
  number?: number;
  level: any;
  state: any;
  content: string;
  key: string;
}
/** What a page needs to open a level again. */
export interface LevelReference {
  id?: string;
  text?: string;
  name?: string;
  index?: number;
  /** Of which puzzle the text is, where that cannot be seen. */
  puzzle?: string;
  rules?: Record<string, any>;
  moves?: string;
}
