// Holds the rows of a run against its plan, as a run that is gone on with does. The plan is that of the rows themselves.
// Usage: node scan-run.mjs FOLDER ROWS   prints how often the time of reading the lines and parsing them it took
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ResumeLedger, storedRows } from '../../packages/engine/dist/index.js';

const [folder, rows] = process.argv.slice(2);

/** Time of this process in milliseconds, whatever else the machine does. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The floor, which also says what is planned. @param {(row: Record<string, string>) => void} take */
async function parseLines(take) {
  const began = cpuMs();
  for await (const line of createInterface({ input: createReadStream(join(folder, 'results.jsonl')), crlfDelay: Infinity })) take(JSON.parse(line));
  return cpuMs() - began;
}

async function scan(ledger) {
  const began = cpuMs();
  for await (const { row, place } of storedRows(folder).all()) ledger.found(row, place);
  return cpuMs() - began;
}

const ratios = [];
for (let pair = 0; pair < 4; pair += 1) {
  const ledger = new ResumeLedger('resume');
  await parseLines(({ trial_key: key, assessment_key: assessment }) => ledger.plan(key, assessment));
  const floor = await parseLines(() => {});
  const took = await scan(ledger);
  if (ledger.size !== Number(rows)) throw new Error(`${ledger.size} rows were kept, not ${rows}`);
  // The first time everything is compiled.
  if (pair > 0) ratios.push(took / floor);
}
process.stdout.write(String(ratios.toSorted((a, b) => a - b)[1]));
