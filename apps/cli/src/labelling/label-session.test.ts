import { sampleRow } from '@assay/schema/testing';
import { DEFAULT_VERDICT_THRESHOLDS, type Label } from '@assay/schema';
import { expect, test } from 'vitest';
import { createLabelSession } from './label-session.js';
import type { LabelItem } from '../labels/label-task.js';

const draw = { chance: 0.5, of: 6, stratum: '', by: [], seed: 0, size: 3 };
const ITEMS: readonly LabelItem[] = ['a', 'b', 'c'].map((trialKey) => ({ trialKey, draw }));

async function session(left = ITEMS) {
  const kept: Label[] = [];
  const shown: string[] = [];
  const said: string[] = [];
  const made = createLabelSession({
    task: { left, drawn: ITEMS, verdicts: DEFAULT_VERDICT_THRESHOLDS, rowOf: (trialKey) => Promise.resolve(sampleRow({ trialKey })) },
    append: (label) => Promise.resolve(void kept.push(label)),
    screen: { show: (row, { number, of }) => void shown.push(`${row.trialKey} ${number}/${of}`), say: (text) => void said.push(text), sayKeys: () => void said.push('keys'), typing: (text) => void said.push(`note: ${text}`) },
    now: () => new Date(0),
  });
  await made.begin();
  const press = async (keys: string): Promise<boolean> => {
    let over = false;
    for (const key of keys) over = await made.press(key);
    return over;
  };
  return { made, press, kept, shown, said, words: () => kept.map(({ trialKey, verdict, score, note, skipped }) => [trialKey, verdict, score, note, skipped]) };
}

test('single keys say verdicts, scores and skips; the session is over after the last reply', async () => {
  const { press, words, shown, kept, made } = await session();
  expect(await press('p4')).toBe(false);
  expect(await press('s')).toBe(true);
  expect(words()).toEqual([['a', 'pass', undefined, '', undefined], ['b', 'borderline', 0.75, '', undefined], ['c', null, undefined, '', true]]);
  expect(shown).toEqual(['a 1/3', 'b 2/3', 'c 3/3']);
  expect(kept[0]).toMatchObject({ draw, at: '1970-01-01T00:00:00.000Z', repeat: 1 });
  expect(made.labelled).toBe(2);
});

test('undo takes the last word back and asks again; with nothing to take back it says so', async () => {
  const { press, words, said, shown } = await session();
  await press('ufuup');
  expect(said).toEqual(['there is nothing to take back in this session', 'there is nothing to take back in this session']);
  expect(words()).toEqual([['a', 'fail', undefined, '', undefined], ['a', null, undefined, '', undefined], ['a', 'pass', undefined, '', undefined]]);
  expect(shown).toEqual(['a 1/3', 'b 2/3', 'a 1/3', 'b 2/3']);
});

test('a note is typed, corrected, and goes with the next verdict alone; keys in it say nothing else', async () => {
  const { press, words } = await session();
  await press('nfpx\u007F quit\r');
  await press('fp');
  expect(words()).toEqual([['a', 'fail', undefined, 'fp quit', undefined], ['b', 'pass', undefined, '', undefined]]);
  await press('nnever\u001B');
  expect(await press('b')).toBe(true);
  expect(words().at(-1)).toEqual(['c', 'borderline', undefined, '', undefined]);
});

test.each([
  ['a letter with an accent of its own', 'e\u0301'],
  ['a family', '👨\u200D👩\u200D👧'],
  ['a flag', '🇫🇷'],
  ['a letter', 'x'],
])('%s that was typed is taken back by one key', async (_what, character) => {
  const { press, words } = await session();
  await press(`nok${character}\u007F\rf`);
  expect(words()).toEqual([['a', 'fail', undefined, 'ok', undefined]]);
  await press('n\u007F\u007F\rp');
  expect(words().at(-1)).toEqual(['b', 'pass', undefined, '', undefined]);
});

test('quitting keeps what was said; a later session counts on', async () => {
  const { press, kept, shown } = await session(ITEMS.slice(2));
  expect(shown).toEqual(['c 3/3']);
  expect(await press('?q')).toBe(true);
  expect(kept).toEqual([]);
});
