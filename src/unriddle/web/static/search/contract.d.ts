/** A trace of a search, line by line (docs/trace.md). What other programs write may lack all that is optional. */

export type Words = { en: string; vi?: string };

export interface CodeLine {
  name: string;
  depth: number;
  text: Words;
}

/** JSON has no infinity. */
export type Amount = number | "inf";

export interface TraceNode {
  id: number;
  parent?: number | null;
  move?: string | null;
  g?: number;
  h?: Amount | null;
  f?: Amount | null;
  /** The smallest is taken next. */
  key?: Amount[] | null;
  places?: [row: number, column: number][];
  /** The position as text. */
  board?: string[];
}

export interface Header {
  format: "unriddle-trace";
  version: number;
  puzzle?: string;
  level?: string;
  title?: string;
  solver?: string;
  name?: string;
  heuristic?: string | null;
  heuristic_title?: string | null;
  settings?: Record<string, unknown>;
  unit?: string;
  order?: "priority" | "queue" | "stack" | "layers" | "tree" | "single" | "bursts" | "own";
  pseudocode?: CodeLine[];
  sentences?: Record<string, Words>;
  root: TraceNode;
  /** Where the server ends it. */
  limits?: { steps: number; bytes: number };
}

export type Fate = "new" | "cheaper" | "known" | "dead" | "bound" | "depth" | "worse" | "cut" | "cycle" | "untried";

export interface Successor {
  move: string;
  fate: Fate;
  why?: string;
  node?: TraceNode;
  /** The node that it equals. */
  same?: number;
}

export type EventName = "new_best_h" | "cheaper" | "dead_end" | "iteration" | "goal_generated" | "goal_taken";

/** What a search alone has to tell of a step. */
export interface Instrument {
  bound?: number;
  next_bound?: number | null;
  /** The way down a tree, or how deep the path is. */
  path?: number[] | number;
  visits?: number[];
  values?: number[];
  children?: { node?: number; move: string; visits: number; value: number | null; uct: number | null }[];
  simulation?: string;
  /** Figures that are shown by their names, whatever they are. */
  [figure: string]: unknown;
}

export interface StepLine {
  step: number;
  node: number;
  line?: string;
  lines?: Record<string, number>;
  successors: Successor[];
  /** The node of this step, where no earlier line has introduced it. */
  added?: TraceNode;
  /** Nodes that left the open list before this step without being taken. */
  dropped?: number[];
  open?: number;
  closed?: number;
  instrument?: Instrument | null;
  /** The first event of the step, and all of them where there are several. */
  event?: EventName | null;
  events?: EventName[];
  sentence?: string;
  values?: Record<string, string | number | null>;
}

export interface EndLine {
  end: string;
  /** Nodes that no step has introduced, such as those of the simulation that met the goal. */
  added?: TraceNode[];
  node?: number | null;
  plan?: string | null;
  cost?: number | null;
  /** The plan, move by move. */
  moves?: string[] | null;
  counts?: Record<string, number> | null;
  line?: string;
  sentence?: string;
  values?: Record<string, string | number | null>;
  event?: EventName | null;
}
