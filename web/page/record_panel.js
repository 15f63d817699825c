// The panel that saves, loads, copies, pastes and shares the game.
import {copyText, gameInFile, gameInText, linkTo, saveFile} from './keep.js';

const $ = id => document.getElementById(id);

/** Makes the panel's buttons work. `shownPosition()` is the text of the position on the board; `openGame(found)` opens a game of a file or a text. */
export function openRecordPanel(game, shownPosition, openGame) {
  $('copy').onclick = () => say('The record is copied.', () => copyText($('record')));
  $('copy-moves').onclick = () => say('The moves are copied.', () => copy(game.moves.join(' ')));
  $('copy-position').onclick = () => say('The position is copied.', () => copy(shownPosition()));
  $('share').onclick = () => say('The link to this game is copied.', () => copy(linkTo(game.now)));
  $('save').onclick = () => saveFile(`${game.rules.name}.json`, `${$('record').value}\n`);
  $('load').onclick = () => $('file').click();
  const open = find => Promise.resolve().then(find).then(openGame).catch(error => $('notice').textContent = error.message);
  $('file').onchange = async () => {
    const [file] = $('file').files;
    if (file) await open(() => gameInFile(file));
    $('file').value = '';
  };
  $('open-pasted').onclick = () => open(() => gameInText($('pasted').value, game.rules.name));
}

/** Copies text, by way of the field of what was copied. */
async function copy(text) {
  const field = $('share-text');
  field.value = text;
  await copyText(field);
}

async function say(text, action) {
  await action();
  $('status').textContent = text;
}
