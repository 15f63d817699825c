// A front end in a terminal: you attack and Raichi defends. `npm install raichi-0.1.0.tgz`, then `node play.mjs [RULES]`.
import {createInterface} from 'node:readline';
import createRaichi, {loadNetwork, loadRules, search} from 'raichi';

const raichi = await createRaichi();
const rules = (await loadRules())[process.argv[2] ?? 'linnaeus'];
if (!rules) throw new Error(`there are no rules named ${process.argv[2]}`);
const network = rules.name === 'linnaeus' ? new raichi.Network(await loadNetwork()) : null; // others: random playouts
const table = new raichi.Table(JSON.stringify(rules));
const {size, special} = table.board();
const signs = {'': '.', throne: '+', corner: '#', camp: ':', goal: '.'};

function show({pieces, last, call}) {
  for (let rank = size; rank > 0; --rank) {
    const squares = pieces.slice((rank - 1) * size, rank * size);
    console.log(`${rank}`.padStart(3), squares.map((piece, x) => piece || signs[special[(rank - 1) * size + x]]).join(' '));
  }
  console.log('   ', [...'abcdefghijklmnopqrs'].slice(0, size).join(' '), last ? `  ${last.text}` : '', call);
}

/** Lets Raichi move until a person is to move. Returns whether the game goes on. */
function answer() {
  while (!table.state().result && table.state().toMove === 'defenders') {
    table.play(search(raichi, table, {network, visits: 200}).move);
  }
  show(table.state());
  const {result, outcome} = table.state();
  console.log(result ? outcome : 'Your move, such as e2-c2:');
  return !result;
}

const lines = createInterface({input: process.stdin});
let goesOn = answer();
if (goesOn) {
  for await (const line of lines) {
    try {
      table.play(line.trim());
      goesOn = answer();
    } catch ({message}) {
      console.log(message);
    }
    if (!goesOn) break;
  }
}
lines.close();
