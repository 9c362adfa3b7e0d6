import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { pagerCommand, showInPager } from './pager.js';

async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pager-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'shown');
}

async function* endless(count = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield `line ${index} ${'x'.repeat(1000)}\n`;
}

const environment = { env: { PATH: process.env['PATH'] }, redactor: createRedactor() };

test('shows everything, without secrets, also of those that come in two pieces', async () => {
  const file = await place();
  const redactor = createRedactor();
  redactor.add('key-0123456789', 'KEY');
  const texts = (async function* () {
    yield 'one key-01';
    yield '23456789\n';
  })();
  expect(await showInPager(texts, `cat > '${file}'`, { ...environment, redactor })).toBe(true);
  expect(await readFile(file, 'utf8')).toBe('one [redacted KEY]\n');
});

test('one that is left early, or fails, has shown enough', async () => {
  const file = await place();
  expect(await showInPager(endless(), `head -1 > '${file}'`, environment)).toBe(true);
  expect(await readFile(file, 'utf8')).toMatch(/^line 0 x+\n$/u);
  expect(await showInPager(endless(), 'exit 1', environment)).toBe(true);
});

test('one that is not there is told', async () => {
  expect(await showInPager(endless(3), 'no-such-pager-anywhere 2> /dev/null', environment)).toBe(false);
});

test('which one it is', () => {
  expect([{}, { PAGER: 'more' }, { PAGER: '' }, { PAGER: ' cat ' }].map(pagerCommand)).toEqual(['less -R', 'more', undefined, undefined]);
});
