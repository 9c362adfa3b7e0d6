import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Suite } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import type { ConvertedFile } from './convert-file.js';
import { writeConversion, type ConversionTerms } from './write-conversion.js';

const suite: Suite = { name: 'a', path: 'a.yaml', dialect: 'eval-case', file: '/nowhere/a.yaml', description: '', execution: {}, targets: [], size: 0, async *cases() {} };
const loss = { field: 'tags', reason: 'there are none' };

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'assay-convert-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const converted = (texts: Readonly<Record<string, string>>, change: Partial<ConvertedFile & Pick<ConvertedFile['result'], 'losses'>> = {}): ConvertedFile => ({
  suite,
  result: { files: Object.entries(texts).map(([path, text]) => ({ path, text })), losses: change.losses ?? [], comments: [] } as ConvertedFile['result'],
  unread: change.unread ?? 0,
});

const terms = (change: Partial<ConversionTerms> = {}): ConversionTerms => ({ file: 'a.yaml', to: 'jsonl', out: undefined, cwd: '/', strict: false, force: false, ...change });

test('what is not to be written is shown', async () => {
  expect(await writeConversion(converted({ 'a.jsonl': '{}' }, { losses: [loss], unread: 1 }), terms())).toEqual({
    written: [], shown: [{ path: 'a.jsonl', text: '{}' }], lost: 2, refused: false, exitCode: 0,
  });
});

test('what is written has its place, and nothing is written over unasked', async () => {
  const cwd = await folder();
  const out = join(cwd, 'a.jsonl');
  expect(await writeConversion(converted({ [out]: '{}' }), terms({ out, cwd }))).toEqual({ written: ['a.jsonl'], shown: [], lost: 0, refused: false, exitCode: 0 });
  expect(await readFile(out, 'utf8')).toBe('{}');
  await writeFile(out, 'mine');
  await expect(writeConversion(converted({ [out]: '{}' }), terms({ out, cwd }))).rejects.toThrow('a.jsonl is there already');
  expect(await readFile(out, 'utf8')).toBe('mine');
});

test.each([[{ losses: [loss] }], [{ unread: 1 }]])('a strict conversion that loses something writes nothing: %j', async (lost) => {
  const cwd = await folder();
  const out = join(cwd, 'a.jsonl');
  expect(await writeConversion(converted({ [out]: '{}' }, lost), terms({ out, cwd, strict: true }))).toEqual({ written: [], shown: [], lost: 1, refused: true, exitCode: 2 });
  await expect(readFile(out)).rejects.toThrow('ENOENT');
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['no case of a.yaml can be written as jsonl', { 'a.jsonl': '' }],
  ['this makes 2 files: a.jsonl, b.jsonl', { 'a.jsonl': '{}', 'x/b.jsonl': '{}' }],
])('%s', async (message, texts) => {
  await expect(writeConversion(converted(texts), terms())).rejects.toThrow(message);
});
