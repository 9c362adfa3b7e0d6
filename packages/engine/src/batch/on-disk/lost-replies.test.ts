import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { journalLine, type JournalEvent } from './journal-line.js';
import { countLostReplies } from './lost-replies.js';
import { countBatches } from './read-journal.js';

function folderOf(events: readonly JournalEvent[], replies: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lost-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'batches'));
  writeFileSync(join(folder, 'batches', 'batches.jsonl'), events.map(journalLine).join(''));
  writeFileSync(join(folder, 'batches', 'replies.jsonl'), replies);
  writeFileSync(join(folder, 'results.jsonl'), '');
  return folder;
}

const request = (asker: string) => ({ asker, content: 'c', n: 1 });
const batch = (name: string, ...askers: readonly string[]): JournalEvent => ({ type: 'batch', name, target: 'bot', since: 0, requests: askers.map(request) });
const collected = (name: string): JournalEvent => ({ type: 'collected', name });
const reply = (asker: string, of: string): string => `{"of":["${asker}","c",1,"${of}"],"reply":{}}\n`;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

test('answers are lost whose batch was the last one that their requests were in, and was collected', async () => {
  const events = [batch('one', 'a', 'b', 'c', 'd'), collected('one'), batch('two', 'b', 'c'), { type: 'over', asker: 'd', replies: 0 }, collected('two'), batch('three', 'e')] as const;
  expect(await countLostReplies(folderOf(events, ''))).toBe(3);
  expect(await countLostReplies(folderOf(events, `${reply('a', 'one')}${reply('b', 'one')}${reply('c', 'two')}`))).toBe(1);
  expect(await countLostReplies(folderOf([...events, { type: 'gone', name: 'two' }], reply('a', 'one')))).toBe(0);
});

test('the time that it takes grows with the journal alone, also where each of many trials is over', async () => {
  const askers = Array.from({ length: 30_000 }, (_, index) => `trial-${index}`);
  const folder = folderOf([batch('one', ...askers), collected('one'), ...askers.toReversed().map((asker) => ({ type: 'over', asker, replies: 0 }) as const)], '');
  const reading = await timed(() => countBatches(folder));
  expect(await timed(() => countLostReplies(folder))).toBeLessThan(6 * reading);
});
