// Begins the page. If a file of it is missing, says which. Imports nothing, so that it can say so of any other file. Until
// this script runs, index.html says what to do if it never does.

/** Shows why the page cannot start: the files that the server does not deliver, or else the error. */
export async function showFailure(error) {
  document.body.dataset.turn = 'error';
  if (await showMissingFiles()) return;
  document.getElementById('status').textContent = error?.message || 'The engine did not start: reload the page, or use a newer browser.';
}

/** Shows which files the server does not deliver, unless there are none or `isWanted()` is false by then. Resolves to whether it did. */
export async function showMissingFiles(isWanted = () => true) {
  const missing = await missingFiles();
  if (missing.length === 0 || !isWanted()) return false;
  document.body.dataset.turn = 'error';
  document.getElementById('status').textContent = `Could not load ${missing.join(', ')}: reload the page, or try again later.`;
  return true;
}

async function missingFiles() {
  const isThere = async file => (await fetch(file, {method: 'HEAD'}).catch(() => null))?.ok ?? false;
  const files = await fetch('files.json').then(answer => answer.json()).catch(() => ['files.json']);
  const found = await Promise.all(files.map(isThere));
  return found.includes(true) ? files.filter((_, i) => !found[i]) : ['anything from this site'];
}

document.getElementById('status').textContent = 'Loading …';
import('./page.js').catch(showFailure);
