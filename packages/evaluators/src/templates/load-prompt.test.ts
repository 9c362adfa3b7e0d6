import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { loadPrompt } from './load-prompt.js';

/** A project with prompts in it, one beside it, and the place of a suite in `evals`. */
async function project() {
  const folder = await temporaryFolder({
    'project/prompts/a.md': 'from a file',
    'project/evals/suite.yaml': '',
    'project/evals/near.md': 'near the suite',
    'project/near.md': 'at the root',
    'project/empty.md': ' \n',
    'secret.md': 'not for judges',
  });
  const projectRoot = path.join(folder, 'project');
  return { folder, projectRoot, place: { directory: path.join(projectRoot, 'evals'), projectRoot } };
}

describe('loadPrompt', () => {
  test('reads a file relative to the suite’s folder, also above it', async () => {
    const { projectRoot, place } = await project();
    const loaded = { text: 'from a file', subject: 'the prompt ../prompts/a.md' };
    expect(await loadPrompt('../prompts/a.md', place)).toEqual(loaded);
    expect(await loadPrompt('file://../prompts/a.md', place)).toEqual(loaded);
    expect((await loadPrompt(path.join(projectRoot, 'prompts/a.md'), place)).text).toBe('from a file');
  });

  test('looks beside the suite first, then in the folders above it up to the project root', async () => {
    const { place } = await project();
    expect((await loadPrompt('near.md', place)).text).toBe('near the suite');
    expect((await loadPrompt('prompts/a.md', place)).text).toBe('from a file');
    expect((await loadPrompt('/prompts/a.md', place)).text).toBe('from a file');
  });

  test('any existing file beside the suite counts, whatever it is called', async () => {
    const folder = await temporaryFolder({ grading: 'by a bare name', 'evals/suite.yaml': '' });
    expect((await loadPrompt('grading', { directory: folder, projectRoot: folder })).text).toBe('by a bare name');
    const deeper = { directory: path.join(folder, 'evals'), projectRoot: folder };
    expect(await loadPrompt('grading', deeper)).toEqual({ text: 'grading', subject: 'the prompt' });
  });

  test.each([
    'Is the answer polite?',
    'Compare with the notes in README.md',
    'Rate {{ candidate_answer }} as in prompts/a.md',
    'One line\nprompts/a.md',
    'Say yes/no',
    'x'.repeat(5000),
  ])('everything else is the prompt itself: %.40j', async (text) => {
    const folder = await temporaryFolder();
    expect(await loadPrompt(text, { directory: folder, projectRoot: folder })).toEqual({ text, subject: 'the prompt' });
  });

  test.each(['prompts/missing.md', 'missing.txt', './a folder/missing.md'])(
    '%s can only be a path: a missing one is an error that shows where it was looked for',
    async (written) => {
      const { place } = await project();
      await expect(loadPrompt(written, place)).rejects.toMatchObject({
        code: 'unscored',
        reason: 'config',
        message: `the prompt file "${written}" was not found; tried ${path.resolve(place.directory, written)}, ${path.resolve(place.projectRoot, written)}`,
      });
    },
  );

  test('a path that leads out of the project from a folder above the suite is only looked for beside the suite', async () => {
    const { projectRoot, place } = await project();
    await expect(loadPrompt('../prompts/none.md', place)).rejects.toThrow(
      `the prompt file "../prompts/none.md" was not found; tried ${projectRoot}/prompts/none.md`,
    );
  });

  test('a file outside the project root is refused, with where it leads, the root and a way out', async () => {
    const { folder, projectRoot, place } = await project();
    for (const written of ['../../secret.md', path.join(folder, 'secret.md')]) {
      await expect(loadPrompt(written, place)).rejects.toMatchObject({
        code: 'unscored',
        reason: 'config',
        message: `the prompt file "${written}" leads to ${folder}/secret.md, outside the project root ${projectRoot}`,
        hint: `move it into the project: files that evaluators name must stay inside ${projectRoot}`,
      });
    }
    await expect(loadPrompt('../../missing.md', place)).rejects.toThrow(/missing\.md, outside the project root/u);
    await expect(loadPrompt('/etc/hostname', place)).rejects.toThrow(/outside the project root/u);
  });

  test('a symbolic link out of the project is refused; one that stays inside is followed', async () => {
    const { folder, projectRoot, place } = await project();
    await symlink(path.join(folder, 'secret.md'), path.join(projectRoot, 'link.md'));
    await symlink(folder, path.join(projectRoot, 'outside'));
    await symlink(path.join(projectRoot, 'prompts'), path.join(projectRoot, 'evals/inside'));
    await expect(loadPrompt('../link.md', place)).rejects.toThrow(
      `leads to ${folder}/secret.md through a symbolic link, outside the project root ${projectRoot}`,
    );
    await expect(loadPrompt('../outside/secret.md', place)).rejects.toThrow(/through a symbolic link/u);
    expect((await loadPrompt('inside/a.md', place)).text).toBe('from a file');
  });

  test('a project that is itself reached through a link is inside itself', async () => {
    const { folder, projectRoot } = await project();
    await symlink(projectRoot, path.join(folder, 'linked'));
    const linked = { directory: path.join(folder, 'linked/evals'), projectRoot: path.join(folder, 'linked') };
    expect((await loadPrompt('../prompts/a.md', linked)).text).toBe('from a file');
  });

  test('a file without a prompt in it, or one that is no text, is an error', async () => {
    const { place } = await project();
    await expect(loadPrompt('../empty.md', place)).rejects.toThrow('the prompt file "../empty.md" is empty');
    await expect(loadPrompt(' \n', place)).rejects.toThrow('the prompt is empty');
    const binary = await temporaryFolder({ 'x.md': 'a\0b' });
    await mkdir(path.join(binary, 'folder.md'));
    const there = { directory: binary, projectRoot: binary };
    await expect(loadPrompt('x.md', there)).rejects.toThrow(/"x\.md" is not text in UTF-8/u);
    await expect(loadPrompt('folder.md', there)).rejects.toThrow(/was not found/u);
  });
});
