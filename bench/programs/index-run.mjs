// Makes the index of a run, as the server of the page does, and its JSON.
// Usage: node index-run.mjs FOLDER ROWS   prints how often the time of reading the lines and parsing them it took
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { numberedRows } from '../../packages/engine/dist/index.js';
import { JudgeTable, RowIndex } from '../../packages/reports/dist/index.js';

const [folder, rows] = process.argv.slice(2);

/** Time of this process in milliseconds, whatever else the machine does. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function parseLines() {
  const began = cpuMs();
  for await (const line of createInterface({ input: createReadStream(join(folder, 'results.jsonl')), crlfDelay: Infinity })) JSON.parse(line);
  return cpuMs() - began;
}

async function makeIndex() {
  const began = cpuMs();
  const [index, judges] = [new RowIndex(), new JudgeTable()];
  for await (const batch of numberedRows(folder)) {
    for (const { row, position } of batch) {
      index.add(row);
      judges.add(row, position);
      if (index.isFull) JSON.stringify(index.take());
    }
  }
  JSON.stringify([index.take(), judges.facts(), index.flips()]);
  if (index.next !== Number(rows)) throw new Error(`${index.next} rows are in the index, not ${rows}`);
  return cpuMs() - began;
}

const ratios = [];
for (let pair = 0; pair < 4; pair += 1) {
  const floor = await parseLines();
  const took = await makeIndex();
  // The first time everything is compiled.
  if (pair > 0) ratios.push(took / floor);
}
process.stdout.write(String(ratios.toSorted((a, b) => a - b)[1]));
