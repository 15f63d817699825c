// The evaluation bar, its words, and what a search is thinking.
import {describeShares} from './words.js';

const $ = id => document.getElementById(id);
const LONGEST_LINE = 8; // moves shown
const LEAST_SHARE = 0.005; // in the bar; its words round less to 0 %

/** Shows the shares of the results, from `advice` or from the result of the game, or that they are not known (null). */
export function showShares(shares, advice, state) {
  for (const part of $('evaluation').children) {
    const share = shares?.[part.dataset.share] ?? 0;
    part.style.flexGrow = 100 * share;
    part.hidden = share < LEAST_SHARE;
  }
  const words = describeShares(shares, advice, state);
  $('evaluation').setAttribute('aria-valuenow', shares ? Math.round(100 * (shares.attackers + shares.draw / 2)) : 50);
  $('evaluation').setAttribute('aria-valuetext', words);
  $('shares').textContent = words;
}

/** Shows how far a search is, and the moves that it expects. Null: nothing. */
export function showThinking(advice) {
  $('thinking').textContent = advice ? `${describeProgress(advice)} ${(advice.moves[0]?.line ?? []).slice(0, LONGEST_LINE).join(' ')}` : '';
}

function describeProgress({visits, goal}) {
  return goal.seconds > 0 ? `${visits} visits in ${goal.seconds} s:` : `${visits} of ${goal.visits} visits:`;
}
