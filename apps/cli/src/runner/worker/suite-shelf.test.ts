import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Suite, TrialJob } from '@assay/schema';
import { sampleCase, sampleJob } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createSuiteShelf } from './suite-shelf.js';

/** A shelf of suites with two cases each; their names are those of their files. */
async function shelfOf(files: readonly string[], change: (suite: Suite) => Partial<Suite> = () => ({})) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'assay-shelf-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  const loaded: string[] = [];
  const told: string[] = [];
  const shelf = createSuiteShelf({
    root,
    async loadSuite(file) {
      loaded.push(relative(root, file));
      const located = ['a', 'b'].map((id, index) => ({ evalCase: sampleCase({ id }), location: { file: 'x', line: index + 1, column: 1 } }));
      const suite: Suite = {
        name: 'quiz', path: relative(root, file), dialect: 'x', file, description: '', execution: {}, targets: [], size: 2,
        async *cases() {
          yield* located;
        },
      };
      return { ...suite, ...change(suite) };
    },
    onSuite: async ({ path }) => void told.push(path),
  });
  return { root, shelf, loaded, told };
}

const job = (suiteFile: string, more: Partial<TrialJob> = {}): TrialJob => sampleJob({ suite: 'quiz', suiteFile, suitePath: suiteFile, caseId: 'a', ...more });

test('a suite is read once, however many jobs name it, and its cases are found by their ids', async () => {
  const { shelf, loaded, told } = await shelfOf(['evals/a.yaml']);
  const found = await Promise.all(['a', 'b', 'a'].map((caseId) => shelf.find(job('evals/a.yaml', { caseId }))));
  expect(found.map(({ located }) => located.evalCase.id)).toEqual(['a', 'b', 'a']);
  await expect(shelf.find(job('evals/a.yaml', { caseId: 'c' }))).rejects.toThrow('suite evals/a.yaml has no case "c" here');
  expect([loaded, told]).toEqual([['evals/a.yaml'], ['evals/a.yaml']]);
});

test('a streamed suite without an index is looked through', async () => {
  const { shelf } = await shelfOf(['a.x'], () => ({ size: undefined }));
  expect((await shelf.find(job('a.x', { caseId: 'b' }))).located.location.line).toBe(2);
  await expect(shelf.find(job('a.x', { caseId: 'c' }))).rejects.toThrow('has no case "c"');
});

test('what is not as the job says is told by its name', async () => {
  const { shelf, root, loaded } = await shelfOf(['a.yaml']);
  await symlink(tmpdir(), join(root, 'out'));
  await expect(shelf.find(job('b.yaml'))).rejects.toThrow('there is no suite b.yaml here');
  await expect(shelf.find(job('out'))).rejects.toThrow('suite out is a link that leads out of the project here');
  await expect(shelf.find(job('a.yaml', { suite: 'other' }))).rejects.toThrow('suite a.yaml is named "quiz" here, not "other"');
  await expect(shelf.find(job('a.yaml', { suitePath: 'x/a.yaml' }))).rejects.toThrow('suite a.yaml has the path a.yaml in its project here, not x/a.yaml');
  expect(loaded).toEqual(['a.yaml']);
});

test('two suites that share name and path are told apart as the planner does, by their files', async () => {
  const { shelf } = await shelfOf(['a/x.yaml', 'b/x.yaml'], () => ({ path: 'x.yaml' }));
  expect((await shelf.find(job('a/x.yaml'))).suite.path).toBe('a/x.yaml');
  expect((await shelf.find(job('b/x.yaml'))).suite.path).toBe('b/x.yaml');
  expect((await shelf.find(job('a/x.yaml', { suitePath: 'x.yaml' }))).suite.path).toBe('x.yaml');
  await expect(shelf.find(job('b/x.yaml', { suitePath: 'x.yaml' }))).rejects.toThrow('suite b/x.yaml has the name and the path of suite a/x.yaml here');
});
