// Loads files of the page, with one line that says what to do if that fails.

const AGAIN = 'reload the page, or try again later';

/** The server's answer for a file. */
export async function load(file) {
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) throw new Error(`Could not load ${file}${answer ? ` (HTTP ${answer.status})` : ''}: ${AGAIN}.`);
  return answer;
}

/** The content of a JSON file, which must not be null and must fit. */
export async function loadJson(file, fits = () => true) {
  const content = await (await load(file)).json().catch(() => null);
  return content !== null && fits(content) ? content : damaged(file);
}

/** The rule sets of the page: their rule files as JSON, by name. */
export const loadRuleSets = () => loadJson('rules.json', isRuleSets);

/** Certificates of proofs, by the name of their rules (pack.py). */
export const loadProofs = () => loadJson('proofs.json', content => Object.values(content).every(isCertificate));

/** What is known of who wins, by the name of the rules: {score, low, high, proven} (pack.py). */
export const loadFairness = () => loadJson('fairness.json', content => Object.values(content).every(isKnowledge));

const isKnowledge = found => (found?.score === undefined || [found.score, found.low, found.high].every(Number.isFinite)) &&
  (found.proven === undefined || typeof found.proven.side === 'string' && Number.isInteger(found.proven.plies));

const isCertificate = proof => Array.isArray(proof?.moves) && proof.moves.every(Number.isInteger) && Number.isInteger(proof.plies) &&
  [proof.start, proof.claim, proof.owner].every(text => typeof text === 'string');

const isRuleSets = content => Object.keys(content).length > 0 && Object.entries(content).every(isNamedRules);

const isNamedRules = ([name, rules]) => rules?.name === name && Number(rules.board?.size) > 0;

/** The bytes of a file, whose SHA-256 must be `sha256`, in hexadecimal. (Browsers cannot check it over plain HTTP.) */
export async function loadBytes(file, sha256) {
  const bytes = await (await load(file)).arrayBuffer();
  if (sha256 && crypto.subtle && await digest(bytes) !== sha256) damaged(file);
  return new Uint8Array(bytes);
}

export function damaged(file) {
  throw new Error(`The file ${file} is damaged: ${AGAIN}.`);
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
}
