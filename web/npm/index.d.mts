// The package raichi.
import type {Advice, Network, Raichi, RuleFile, Table} from './raichi.mjs';

export * from './raichi.mjs';
export {default} from './raichi.mjs';

/** The rule sets of the package: rule files as JSON, by name. `new raichi.Table(JSON.stringify(rules.linnaeus))` begins a game. */
export function loadRules(): Promise<Record<string, RuleFile>>;

/** The bytes of a network of the package, for `new raichi.Network(bytes)`; by default `linnaeus`. */
export function loadNetwork(name?: string): Promise<Uint8Array>;

export interface SearchOptions {
  /** Evaluates the positions; without one, random playouts do. It must fit the board: `canvas` squares or fewer along a side. */
  network?: Network | null;
  /** Positions to look at, 100 by default; ignored if there are `seconds`. */
  visits?: number;
  seconds?: number;
  /** The percentage of random moves, as the lower levels of `raichi.levels()` have; 0 by default. */
  careless?: number;
  /** Makes a search by visits repeatable; by default each search has another. */
  seed?: number;
}

/** Searches the position of a table whose game is not over, on this thread, and returns the chosen move with what was found. */
export function search(raichi: Raichi, table: Table, options?: SearchOptions): Advice & {move: string};
