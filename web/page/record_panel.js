// The panel that saves, loads and shares the game.
import {copyText, gameInFile, linkTo, saveFile} from './keep.js';

const $ = id => document.getElementById(id);

/** Makes the panel's buttons work. `openGame(found)` opens the game of a file. */
export function openRecordPanel(game, openGame) {
  $('copy').onclick = () => say('The record is copied.', () => copyText($('record')));
  $('share').onclick = () => say('The link to this game is copied.', () => copy(linkTo(game.now)));
  $('save').onclick = () => saveFile(`${game.rules.name}.json`, `${$('record').value}\n`);
  $('load').onclick = () => $('file').click();
  $('file').onchange = async () => {
    const [file] = $('file').files;
    if (file) await gameInFile(file).then(openGame).catch(error => $('notice').textContent = error.message);
    $('file').value = '';
  };
}

/** Copies text, by way of the field of the link. */
async function copy(text) {
  const field = $('share-text');
  field.value = text;
  await copyText(field);
}

async function say(text, action) {
  await action();
  $('status').textContent = text;
}
