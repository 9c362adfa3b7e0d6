// Holds a run against another one, as `assay compare` does.
// Usage: node compare-stored.mjs FOLDER FOLDER ROWS   prints how often the time of reading the lines of both and parsing them it took
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openRun } from '../../packages/engine/dist/index.js';
import { compareRuns, createRunScores } from '../../packages/reports/dist/index.js';

const [before, after, rows] = process.argv.slice(2);

/** Time of this process in milliseconds, whatever else the machine does. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function parseLines() {
  const began = cpuMs();
  for (const folder of [before, after]) {
    for await (const line of createInterface({ input: createReadStream(join(folder, 'results.jsonl')), crlfDelay: Infinity })) JSON.parse(line);
  }
  return cpuMs() - began;
}

async function side(folder) {
  const scores = createRunScores();
  for await (const row of (await openRun(folder)).rows()) scores.add(row);
  return { scores, location: folder };
}

async function compare() {
  const began = cpuMs();
  const [a, b] = [await side(before), await side(after)];
  const [name] = a.scores.targets;
  const { total } = compareRuns({ a, b, targets: [{ a: name, b: name }] });
  if (total.compared + total.unscored.count !== Number(rows)) throw new Error(`${total.compared} rows were compared, not ${rows}`);
  return cpuMs() - began;
}

const ratios = [];
for (let pair = 0; pair < 3; pair += 1) {
  const floor = await parseLines();
  const took = await compare();
  // The first time everything is compiled.
  if (pair > 0) ratios.push(took / floor);
}
process.stdout.write(String(Math.min(...ratios)));
