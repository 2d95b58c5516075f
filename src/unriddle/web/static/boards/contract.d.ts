// What the page hands to a board and what it gets back. Boards draw; they hold no rules.

/** Row and column, counted from 0. */
export type Cell = [row: number, column: number];

export interface BloxorzLevel {
  rows: string[];
  goal: Cell;
  bridges: { name: string; cells: Cell[] }[];
  switches: {
    name: string;
    heavy: boolean;
    toggle: string[];
    open: string[];
    close: string[];
  }[];
}
/** Two cells, equal when upright; when split, the first is the cube under control. */
export interface BloxorzState {
  block: [Cell, Cell];
  split: boolean;
  on: string[];
}
export interface BloxorzDid {
  landing: Cell[];
  fired: string[];
}
/** A move that lost the game: where it led, and the squares that bore nothing. */
export interface Fall {
  move: string;
  landing: Cell[];
  fell: Cell[];
}

export interface SokobanLevel {
  width: number;
  height: number;
  walls: Cell[];
  floor: Cell[];
  goals: Cell[];
  decoration: Cell[];
}
export interface SokobanState {
  player: Cell;
  boxes: Cell[];
}
export interface SokobanDid {
  pushed: null | { from: Cell; to: Cell };
}

/** Rank and suit: "AS", "TD", "KH". */
export type Card = string;
export interface FreecellLevel {
  columns: number;
  cells: number;
  autoplay: string;
}
export interface FreecellState {
  columns: Card[][];
  cells: (Card | null)[];
  home: Record<string, number>;
  /** Can all cards go home now, one after the other? */
  finish: boolean;
}
export interface FreecellDid {
  carried: Card[];
  from: string;
  to: string;
  autoplayed: { card: Card; from: string }[];
}

/** Any puzzle: what its notation draws, the level itself has nothing to add. */
export type DrawnLevel = Record<string, never>;
export interface DrawnState {
  /** Texts with what they show, such as ["#", "wall"]. */
  rows: [text: string, role: string][][];
}
export type DrawnDid = Record<string, never>;

/** One move of the way from the scene before to this one. */
export interface Step<State, Did> {
  move: string;
  state: State;
  did: Did;
  /** In a replay: why this move lost, and what fell; the state is that before it. */
  lost?: string;
  fall?: Fall | null;
}

/** Where a search has been and where it still waits, as shares of the most. */
export type HeatSquare = [row: number, column: number, expanded: number, frontier: number];

export type MacroMove =
  | { kind: "walk"; to: Cell }
  | { kind: "push"; box: Cell; to: Cell }
  | { kind: "reach"; to: Cell }
  | { kind: "finish" };

export interface BoardOptions {
  t(key: string, params?: Record<string, string | number>): string;
  reducedMotion: boolean;
  onMove(move: string): void;
  onMacroMove(macro: MacroMove): void;
  /** Do what depends on the scene when the moves sent before have been made. */
  inTurn(act: () => void): void;
  /** Where a box of Sokoban can be brought alone, and where the level would be lost. */
  askReach?(box: Cell): Promise<{ free: Cell[]; lost: Cell[] }>;
}

export interface SceneOptions<State, Did> {
  animate?: boolean;
  steps?: Step<State, Did>[];
  /** Moves that a player can make, also those that lose; `legal` where left out. */
  tries?: string[];
  interactive?: boolean;
}

export interface Board<Level, State, Did> {
  setScene(level: Level, state: State, legal: string[], options?: SceneOptions<State, Did>): void;
  /** Shows the next good move. */
  setHint(move: string | null): void;
  setHeat(squares: HeatSquare[]): void;
  /** Plays the move that lost; the board stays so until the next scene. */
  fall(fall: Fall, reason: string): void;
  /** The level is solved: something that pleases, after the last move. */
  celebrate?(): void;
  /** A move was not legal: a short shake. */
  refuse(move: string, reason: string): void;
  describe(): string;
  /** True where the key was used. */
  key(event: KeyboardEvent): boolean;
  setReducedMotion(reduced: boolean): void;
  /** How long one move takes, in milliseconds. */
  setDuration(ms: number): void;
  destroy(): void;
}

export type BloxorzBoard = Board<BloxorzLevel, BloxorzState, BloxorzDid>;
export type SokobanBoard = Board<SokobanLevel, SokobanState, SokobanDid>;
export type FreecellBoard = Board<FreecellLevel, FreecellState, FreecellDid>;
export type DrawnBoard = Board<DrawnLevel, DrawnState, DrawnDid>;
