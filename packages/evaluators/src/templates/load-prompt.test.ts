import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { loadPrompt } from './load-prompt.js';

describe('loadPrompt', () => {
  test('reads a file relative to the suite’s folder, also above it', async () => {
    const folder = await temporaryFolder({ 'prompts/a.md': 'from a file', 'evals/suite.yaml': '' });
    const evals = path.join(folder, 'evals');
    const loaded = { text: 'from a file', subject: 'the prompt ../prompts/a.md' };
    expect(await loadPrompt('../prompts/a.md', evals)).toEqual(loaded);
    expect(await loadPrompt('file://../prompts/a.md', evals)).toEqual(loaded);
    expect((await loadPrompt(path.join(folder, 'prompts/a.md'), evals)).text).toBe('from a file');
  });

  test('any existing file counts, whatever it is called', async () => {
    const folder = await temporaryFolder({ grading: 'by a bare name' });
    expect((await loadPrompt('grading', folder)).text).toBe('by a bare name');
  });

  test.each([
    'Is the answer polite?',
    'Compare with the notes in README.md',
    'Rate {{ candidate_answer }} as in prompts/a.md',
    'One line\nprompts/a.md',
    'Say yes/no',
    'x'.repeat(5000),
  ])('everything else is the prompt itself: %.40j', async (text) => {
    expect(await loadPrompt(text, await temporaryFolder())).toEqual({ text, subject: 'the prompt' });
  });

  test.each(['prompts/missing.md', 'missing.txt', './a folder/missing.md'])(
    '%s can only be a path: a missing one is an error that shows where it was looked for',
    async (written) => {
      const folder = await temporaryFolder();
      await expect(loadPrompt(written, folder)).rejects.toMatchObject({
        code: 'unscored',
        reason: 'config',
        message: `the prompt file "${written}" was not found; tried ${path.resolve(folder, written)}`,
      });
    },
  );
});
