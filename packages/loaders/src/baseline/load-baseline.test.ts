import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatBaseline, InvalidFileError, type Baseline } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { detectDialect, otherName } from '../dialect/detect-dialect.js';
import { loaders } from '../loaders.js';
import { loadBaseline } from './load-baseline.js';

const BASELINE: Baseline = {
  suite: 'support',
  target: { name: 'mock' },
  cases: new Map([
    ['a', { score: 1, verdict: 'pass' }],
    ['b', { score: 0.5, verdict: 'fail' }],
  ]),
};
const TEXT = formatBaseline(BASELINE);

async function load(text: string): Promise<Baseline> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-baseline-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'mock.json'), text);
  return loadBaseline('mock.json', { workingDirectory: folder });
}

async function problem(text: string): Promise<string> {
  return load(text).then(
    () => 'no error',
    (error: unknown) => (error instanceof InvalidFileError ? error.format() : String(error)),
  );
}

test('reads what was written', async () => {
  expect(await load(TEXT)).toEqual(BASELINE);
});

test('reads it with Windows line ends, a byte order mark and in another layout too', async () => {
  expect(await load(`\uFEFF${TEXT.replaceAll('\n', '\r\n')}`)).toEqual(BASELINE);
  expect(await load(JSON.stringify(JSON.parse(TEXT)))).toEqual(BASELINE);
});

test('baseline files are detected as such', () => {
  expect(otherName(detectDialect({ extension: '.json', documents: [JSON.parse(TEXT)] }, loaders))).toBe('baseline');
});

describe('a file that cannot be used is one clear message with its place', () => {
  test('invalid JSON', async () => {
    expect(await problem(TEXT.replace('},\n    "b"', '}\n    "b"'))).toMatch(
      /^mock\.json:9:5: error: Invalid JSON: .*\n {2}fix: .*assay baseline save$/u,
    );
  });

  test('conflicts of a merge', async () => {
    const conflict = TEXT.replace(/(?<line> {4}"a".*\n)/u, '<<<<<<< HEAD\n$<line>=======\n$<line>>>>>>>> other\n');
    expect(await problem(conflict)).toMatch(/^mock\.json:8:1: error: the file has conflicts of a merge in it\n {2}fix: keep one side/u);
  });

  test('a case that stands there twice', async () => {
    const twice = TEXT.replace('    "b"', '    "a": { "score": 0, "verdict": "fail" },\n    "b"');
    expect(await problem(twice)).toMatch(/^mock\.json:9:5: error: .*"?a"?.*\n(?:.*\n)? {2}fix: keep one of them/u);
  });

  test('values that are wrong, all of them', async () => {
    const wrong = TEXT.replace('0.5', '"half"').replace('"pass"', '"great"');
    expect(await problem(wrong)).toContain('mock.json:8:35: error: verdict must be pass, borderline, fail or null');
    expect(await problem(wrong)).toContain('mock.json:9:21: error: score must be a number from 0 to 1, or null');
  });

  test('another version', async () => {
    expect(await problem(TEXT.replace(/"baseline_version": \d/u, '"baseline_version": 3'))).toMatch(
      /^mock\.json:2:23: error: baseline_version 3 is none that this Assay reads \(1 and 2\)\n {2}fix: read it with a newer version/u,
    );
  });

  test("another tool's file, and an empty one", async () => {
    expect(await problem('{"numTotalTests": 3}')).toContain('mock.json:1:1: error: this is not a baseline of Assay');
    expect(await problem(' \n')).toContain('mock.json:1:1: error: the file is empty');
  });
});
