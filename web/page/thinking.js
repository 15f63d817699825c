// One search: its batches of leaves, what it found so far, and its end by a new command.

const BREATH = 20; // milliseconds of search between two checks for a new command

/**
 * Searches the position of `table`. `network` evaluates the leaves, or random playouts if it is null. `tell(advice, done)` is
 * called now and then, and at the end. Returns false if `isWanted()` became false before.
 */
export async function think(thinker, table, network, isWanted, tell) {
  thinker.begin(table);
  let lookedAt = performance.now();
  for (let n; (n = thinker.select()) > 0;) {
    if (network) await network.evaluate(thinker, n);
    else thinker.playOut();
    if (performance.now() - lookedAt < BREATH) continue;
    if (!await isStill(isWanted)) return false;
    lookedAt = performance.now();
    tell(thinker.advice(), false);
  }
  if (!await isStill(isWanted)) return false;
  tell(thinker.advice(), true);
  return true;
}

/** Waits until pending messages have arrived before it asks. */
async function isStill(isWanted) {
  await new Promise(resolve => setTimeout(resolve));
  return isWanted();
}
