import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError } from '@assay/schema';
import { afterEach, expect, test } from 'vitest';
import { findRuntime } from './find-runtime.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-runtime-'));
  folders.push(folder);
  return folder;
}

test('a library that is installed nowhere is a ConfigError with the command that installs it', () => {
  const elsewhere = emptyFolder();
  const find = (): unknown => findRuntime('sentiment', [emptyFolder()], elsewhere);
  expect(find).toThrow(ConfigError);
  expect(find).toThrow(expect.objectContaining({ hint: 'npm install @huggingface/transformers' }));
});

test('the library beside this program is used', async () => {
  expect(await findRuntime('sentiment', [])()).toHaveProperty('AutoTokenizer');
});

test('a program that is installed elsewhere uses the library of the project, from folders below it too', async () => {
  const project = emptyFolder();
  const scope = join(project, 'node_modules', '@huggingface');
  mkdirSync(scope, { recursive: true });
  const entry = createRequire(import.meta.url).resolve('@huggingface/transformers');
  symlinkSync(dirname(dirname(entry)), join(scope, 'transformers'), 'dir');
  const below = join(project, 'evals', 'models');
  mkdirSync(below, { recursive: true });
  const elsewhere = emptyFolder();
  const runtime = await findRuntime('sentiment', [emptyFolder(), below], elsewhere)();
  expect(runtime).toHaveProperty('AutoModelForSequenceClassification');
});
