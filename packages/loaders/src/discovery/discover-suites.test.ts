import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UsageError, type Diagnostic } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { projectFolder, shown } from '../../test/project-folder.js';
import { discoverSuites } from './discover-suites.js';

const CASES = 'cases: [{ id: a, outcome: G, input: Q }]\n';
const FILES = {
  'evals/test1.yaml': CASES,
  'evals/test2.jsonl': '{"id":"a","outcome":"G","input":"Q"}\n',
  'evals/test2.yaml': 'description: sidecar\n',
  'evals/deep/er.yml': 'title: t\n---\n- prompt: p\n',
  'evals/.hidden/x.yaml': CASES,
  'evals/node_modules/p/x.yaml': CASES,
  'evals/targets.yaml': 'targets: [{ name: a, provider: openai }]\n',
  'evals/config.yaml': 'defaults: {}\n',
  'evals/results.jsonl': '{"run_id":"r","trial_key":"k"}\n',
  'evals/replies.jsonl': '\n{"id":"a","text":"Yes."}\n',
  'evals/judge.jsonl': '{"match":["Q"],"text":"Yes."}\n',
  'evals/compose.yaml': 'services: {}\n',
  'evals/broken.yaml': 'cases: [\n',
  'evals/readme.md': '# x',
};

async function discover(patterns: readonly string[], cwd: string): Promise<{ files: string[]; notes: string[] }> {
  const notes: Diagnostic[] = [];
  const files = await discoverSuites(patterns, { cwd, report: (finding) => notes.push(finding) });
  return { files: files.map((file) => relative(cwd, file)), notes: notes.map(shown) };
}

describe('discovering suites', () => {
  test('a folder gives its suites in order and says what it passes over (Mixed YAML and JSONL in same repo)', async () => {
    const { files, notes } = await discover(['evals'], await projectFolder(FILES));
    expect(files).toEqual(['evals/broken.yaml', 'evals/deep/er.yml', 'evals/test1.yaml', 'evals/test2.jsonl']);
    expect(notes).toEqual([
      'evals/compose.yaml:1:1 warning skipped-file: skipped: it is not recognised as an eval file -> name the file itself to see why',
      'evals/config.yaml:1:1 info skipped-file: skipped: it is a project configuration',
      'evals/judge.jsonl:1:1 info skipped-file: skipped: it is a recording of replies',
      'evals/replies.jsonl:1:1 info skipped-file: skipped: it is a recording of replies',
      'evals/results.jsonl:1:1 info skipped-file: skipped: it is the result of a run',
      'evals/targets.yaml:1:1 info skipped-file: skipped: it defines targets',
      'evals/test2.yaml:1:1 info skipped-file: skipped: it is a sidecar: it has settings but no cases',
    ]);
  });

  test('a glob gives the same, and each file comes once', async () => {
    const folder = await projectFolder(FILES);
    expect((await discover(['evals/*.jsonl', 'evals/**/*.{yml,jsonl}', './evals/test2.jsonl'], folder)).files).toEqual(['evals/deep/er.yml', 'evals/test2.jsonl']);
  });

  test('a file that is named itself is never passed over', async () => {
    const { files, notes } = await discover(['evals/targets.yaml', 'evals/readme.md'], await projectFolder(FILES));
    expect(files).toEqual(['evals/readme.md', 'evals/targets.yaml']);
    expect(notes).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')('folders that link to themselves come to an end', async () => {
    const folder = await projectFolder({ 'evals/a.yaml': CASES });
    await symlink(join(folder, 'evals'), join(folder, 'evals/again'));
    expect((await discover(['evals'], folder)).files).toEqual(['evals/a.yaml']);
  });

  test.each([
    ['evals/test3.yaml', 'nothing matches evals/test3.yaml', 'did you mean evals/test1.yaml?'],
    ['evlas/*.yaml', 'nothing matches evlas/*.yaml', 'did you mean evals?'],
    ['evals/deep/none/*.yaml', 'nothing matches evals/deep/none/*.yaml', 'the nearest path that exists is evals/deep; eval files end in .yaml, .yml or .jsonl'],
    ['empty', 'no eval files in empty', 'eval files end in .yaml, .yml or .jsonl'],
  ])('%s, which matches nothing, is a usage error with a hint', async (pattern, message, hint) => {
    const folder = await projectFolder({ ...FILES, 'empty/x.txt': '' });
    const error = await discoverSuites([pattern], { cwd: folder }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message, hint });
  });
});
