import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePart, LoadOptions } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { loadEvalCases } from '../load-eval-cases.js';

function line(value: string): string {
  return JSON.stringify({ id: 'test', expected_outcome: 'Reviews code', input_messages: [{ role: 'user', content: [{ type: 'file', value }] }] });
}

async function partOf(folder: string, file: string, options: LoadOptions = {}): Promise<FilePart> {
  const [only] = await loadEvalCases(join(folder, file), options);
  const content = only?.inputMessages[0]?.content;
  return (content as readonly FilePart[])[0] as FilePart;
}

async function problem(folder: string, file = 'evals/d.jsonl'): Promise<string> {
  const [finding] = await findingsOf(loadEvalCases(join(folder, file), { workingDirectory: folder }));
  return finding ? shown(finding) : '';
}

describe('file references', () => {
  test('are resolved relative to the dataset and their content is loaded (Resolve relative file reference)', async () => {
    const folder = await projectFolder({ '.git/x': '', 'evals/tests/dataset.jsonl': line('./code.py'), 'evals/tests/code.py': 'print(1)\n', 'code.py': 'wrong' });
    expect(await partOf(folder, 'evals/tests/dataset.jsonl')).toStrictEqual({
      type: 'file',
      value: './code.py',
      path: join(folder, 'evals/tests/code.py'),
      text: 'print(1)\n',
    });
  });

  test('are then looked for in the folders up to the project root', async () => {
    const folder = await projectFolder({ '.git/x': '', 'evals/tests/d.jsonl': line('src/code.py'), 'src/code.py': 'root', 'other/src/code.py': '' });
    expect((await partOf(folder, 'evals/tests/d.jsonl')).path).toBe(join(folder, 'src/code.py'));
  });

  test('to guidelines are marked, also by a pattern without a folder (Resolve guideline files from JSONL)', async () => {
    const folder = await projectFolder({ '.git/x': '', 'evals/dataset.jsonl': line('python.instructions.md'), 'evals/python.instructions.md': 'Use types.' });
    const options: LoadOptions = { guidelinePatterns: ['*.instructions.md'] };
    expect(await partOf(folder, 'evals/dataset.jsonl', options)).toMatchObject({ guideline: true, text: 'Use types.' });
    expect(await partOf(folder, 'evals/dataset.jsonl')).toMatchObject({ guideline: true });
    expect(await partOf(folder, 'evals/dataset.jsonl', { guidelinePatterns: ['docs/**'] })).not.toHaveProperty('guideline');
  });

  test('to images and PDF files are attachments', async () => {
    const folder = await projectFolder({ 'd.jsonl': line('a.PNG'), 'a.PNG': new Uint8Array([0x89, 0, 0xff]) });
    expect(await partOf(folder, 'd.jsonl')).toStrictEqual({ type: 'file', value: 'a.PNG', path: join(folder, 'a.PNG'), mediaType: 'image/png' });
  });

  test('in YAML point at the reference when the file is missing, and name the places searched', async () => {
    const folder = await projectFolder({
      '.git/x': '',
      'evals/s.yaml': 'cases:\n  - id: a\n    outcome: G\n    input:\n      - role: user\n        content:\n          - type: file\n            value: gone.md\n          - type: file\n            value: too.md\n',
    });
    const found = await findingsOf(loadEvalCases(join(folder, 'evals/s.yaml'), { workingDirectory: folder }));
    expect(found.map(shown)).toEqual([
      'evals/s.yaml:8:20 error file-reference: the file "gone.md" was not found; searched: evals/gone.md, gone.md -> write its path relative to the folder of this file, or to a folder above it',
      'evals/s.yaml:10:20 error file-reference: the file "too.md" was not found; searched: evals/too.md, too.md -> write its path relative to the folder of this file, or to a folder above it',
    ]);
  });

  test('never leave the project root', async () => {
    const outer = await projectFolder({ 'secret.txt': 's', 'project/.git/x': '', 'project/evals/d.jsonl': line('../../secret.txt') });
    expect(await problem(join(outer, 'project'))).toMatch(/error file-reference: Line 1: the file "\.\.\/\.\.\/secret\.txt" lies outside the project root/u);
    const absolute = await projectFolder({ '.git/x': '', 'evals/d.jsonl': line(join(outer, 'secret.txt')) });
    expect(await problem(absolute)).toMatch(/was not found|lies outside/u);
  });

  test.runIf(process.platform !== 'win32')('never leave it through a symbolic link either', async () => {
    const outer = await projectFolder({ 'secret.txt': 's', 'project/.git/x': '', 'project/evals/d.jsonl': line('link.txt'), 'project/evals/e.jsonl': line('up/secret.txt') });
    await symlink(join(outer, 'secret.txt'), join(outer, 'project/evals/link.txt'));
    await symlink(outer, join(outer, 'project/evals/up'));
    expect(await problem(join(outer, 'project'))).toMatch(/lies outside the project root .* \(through a symbolic link\)/u);
    expect(await problem(join(outer, 'project'), 'evals/e.jsonl')).toMatch(/through a symbolic link/u);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['a folder', '', /"folder" is not a regular file -> refer to a single file/u],
    ['a binary file', new Uint8Array([1, 0, 2]), /cannot be put into a message: the file is not text: it holds NUL bytes/u],
  ])('to %s are errors', async (kind, content, expected) => {
    const name = kind === 'a folder' ? 'folder' : 'data.bin';
    const folder = await projectFolder({ '.git/x': '', 'evals/d.jsonl': line(name), [kind === 'a folder' ? 'evals/folder/x' : 'evals/data.bin']: content });
    expect(await problem(folder)).toMatch(expected);
  });
});
