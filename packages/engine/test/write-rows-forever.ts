/** Appends rows until it is killed, and says a line for each one that was acknowledged. */
import { writeSync } from 'node:fs';
import { createRunStore } from '../src/store/create-run-store.js';
import { row } from './samples.js';

const [directory = ''] = process.argv.slice(2);
const store = await createRunStore(directory);
const filler = 'x'.repeat(10_000);

async function writeRows(worker: number): Promise<never> {
  for (let index = 0; ; index += 1) {
    await store.append(row({ trialKey: `${worker}-${index}`, output: { text: filler, messages: [], toolCalls: [] } }));
    writeSync(1, 'row\n');
  }
}

await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writeRows));
