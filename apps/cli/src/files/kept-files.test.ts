import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptIn } from './kept-files.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test.each([
  ['run/results.jsonl', 'which holds results of a run'],
  ['run/ranking.jsonl', 'which holds results of a run'],
  ['.assay/calibration.json', 'which holds how judges compare with people'],
  ['.assay/labels/suite.jsonl', 'where people say what they think of replies'],
  ['baselines/suite/bot.json', 'which is a baseline'],
  ['run/report.json', undefined],
  ['calibration.json', undefined],
])('%s: %s', (name, said) => {
  const files = { 'run/results.jsonl': '', 'run/report.json': '{}', 'calibration.json': '{}', '.assay/calibration.json': '{}', 'baselines/suite/bot.json': '{\n  "baseline_version": 2\n}' };
  expect(keptIn(join(folderWith(files), name))).toBe(said);
});

test.skipIf(process.platform === 'win32')('a pipe keeps nothing, and nobody waits until something is written into it', () => {
  const folder = folderWith({});
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  expect(keptIn(join(folder, 'pipe.json'))).toBeUndefined();
});
