// The WebAssembly module raichi.mjs: rules, searches and networks. Objects of its classes hold memory until `delete()`.
// Whatever is wrong with an argument is an Error whose message says what was expected.

export type Side = 'attackers' | 'defenders';
/** "": empty; t: attacker, b: royal attacker, T: defender, K: king. */
export type Piece = '' | 't' | 'b' | 'T' | 'K';
/** A rule file (docs/rules.md) as JSON. */
export type RuleFile = {name: string; title: string; [key: string]: unknown};

/** A square is a number, counted from a1 rank by rank: (rank - 1) * size + file - 1. */
export interface Move {
  /** Such as `e3-c3xc4`. */
  text: string;
  from: number;
  to: number;
  /** A captured king is the last. */
  captures: number[];
}

export interface Board {
  name: string;
  title: string;
  /** Squares along a side. */
  size: number;
  hasRoyal: boolean;
  /** The rules as text, and as records carry them. */
  yaml: string;
  recorded: string;
  /** `goal`: where else the king wins. */
  special: ('' | 'throne' | 'corner' | 'camp' | 'goal')[];
}

export interface State {
  ply: number;
  toMove: Side;
  /** For each square, a1 first. */
  pieces: Piece[];
  /** `closed` for each square of a closed camp. */
  closed: ('' | 'closed')[];
  /** The legal moves; none once the game is over. */
  moves: Move[];
  last: Move | null;
  /** "Raichi!" or "Tuichu!" with what it means, or "". */
  call: string;
  result: Side | 'draw' | null;
  reason: string;
  /** The result in words. */
  outcome: string;
  /** The position in which the game began, and the present one, as text. */
  start: string;
  position: string;
  /** The moves so far, as text. */
  record: string[];
}

/** What a search found, for the side to move: values are from -1 (loss) to 1 (win). */
export interface Advice {
  value: number;
  /** The probability of a draw. */
  draw: number;
  /** Plies to the end, as the network expects. */
  movesLeft: number;
  proof: '' | 'win' | 'draw' | 'loss';
  /** To the proven end. */
  plies: number;
  visits: number;
  /** The best five; `line` has the moves that the search expects, this one first. */
  moves: {text: string; visits: number; value: number; line: string[]}[];
}

export interface Level {
  name: string;
  visits: number;
  /** The percentage of turns that are random. */
  careless: number;
  isDefault: boolean;
}

interface Handle {
  /** Frees the memory. */
  delete(): void;
}

export interface Table extends Handle {
  /** Plays a legal move, such as `e3-c3`. */
  play(move: string): void;
  takeBack(plies: number): void;
  board(): Board;
  state(): State;
}

export interface Network extends Handle {
  /** The most squares along a side of a board. */
  readonly canvas: number;
  /** Answers a question of `Thinker.question`. */
  answer(question: Uint32Array): Float32Array;
}

/** A search: `begin`; while `select()` gives leaves, `evaluate` them and `backUp`, or `playOut`; then `choose`. */
export interface Thinker extends Handle {
  begin(table: Table): void;
  /** The number of leaves to evaluate; 0 once the turn is decided. */
  select(): number;
  evaluate(network: Network, first: number, count: number): void;
  /** The same leaves as a question that a network of another thread answers, and its answer. */
  question(canvas: number, first: number, count: number): Uint32Array;
  read(first: number, count: number, answer: Float32Array): void;
  backUp(): void;
  playOut(): void;
  choose(): string;
  advice(): Advice;
}

export interface Proof extends Handle {
  readonly isProof: boolean;
  /** The side wins within so many plies, or if they are 0, never loses. */
  look(table: Table): {side: Side; plies: number; move: string} | null;
}

export interface Raichi {
  readonly encoderVersion: number;
  readonly planes: number;
  readonly numbers: number;
  /** The levels of play, weakest first. */
  levels(): Level[];
  /** What is wrong, or "". */
  checkRules(rules: string, changes: string): string;
  checkPosition(rules: string, changes: string, position: string): string;
  describeRules(rules: string, changes: string): {
    name: string; title: string; size: number; keys: object[]; chapters: {heading: string; paragraphs: string[]}[];
  };
  /** `rules`: a rule file as JSON text; `changes`: such as `+first=defenders`; `position`: text, by default the setup. */
  Table: new (rules: string, changes?: string, position?: string) => Table;
  /** `bytes`: a network that `raichi export` wrote as safetensors. */
  Network: new (bytes: Uint8Array) => Network;
  /** `careless`: the percentage of turns that `choose` ends with a random move, by default 0. */
  Thinker: new (hasNetwork: boolean, visits: number, seconds: number, seed: number, careless?: number) => Thinker;
  Proof: new (rules: string, certificate: object) => Proof;
}

/** Starts the module, which loads raichi.wasm from beside it unless its bytes are given. */
export default function createRaichi(options?: {wasmBinary?: Uint8Array; printErr?: (text: string) => void}): Promise<Raichi>;
