import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASE = '{ "id": "one", "expected_outcome": "Says it", "input": "hello", "evaluators": [{ "type": "contains", "value": "hello" }], "metadata": VALUE }';

async function validate(files: Readonly<Record<string, string>>) {
  const { folder } = await createWorkspace(files);
  return runAssay(['validate', Object.keys(files)[0] ?? ''], { cwd: folder });
}

describe('metadata of a case that goes into no row is warned about', () => {
  test.each([
    ['eval cases', 'suite.yaml', 'evalcases:\n  - CASE\n', '2:'],
    ['a line', 'suite.jsonl', 'CASE\n', '1:'],
    ['a test case', 'suites/mood/1.yaml', 'id: one\ntask: Say it\ninput: hello\nexpected: hello\ntags: [domain: x]\nrubric: { c: { weight: 1, rule: exact_match } }\nmetadata: VALUE\n', '7:1'],
  ])('in %s', async (_what, file, text, place) => {
    for (const [value, kind] of [['["a"]', 'a list'], ['"a"', 'a string'], ['5', 'a number'], ['true', 'a boolean']] as const) {
      const { exitCode, stdout } = await validate({ [file]: text.replace('CASE', CASE).replace('VALUE', value) });
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${file}:${place}`)]);
      expect(stdout).toContain(`metadata is no mapping but ${kind}, which goes into no row\n  fix: write a name for what it says: metadata: { NAME: … }`);
    }
    for (const value of ['{ "a": 1 }', '{}', 'null']) {
      expect((await validate({ [file]: text.replace('CASE', CASE).replace('VALUE', value) })).stdout).toContain(' 0 warnings');
    }
  });
});

describe('names of a suite that differ', () => {
  const SUITE = 'evalcases:\n  - { id: one, expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: hello }] }\n';

  test.each([
    ['name: one\nsuite: two\ndataset: three\n', ['1:1: warning: dataset and name differ; dataset is the name of the suite', '2:1: warning: dataset and suite differ; dataset is the name of the suite'], 'three'],
    ['suite: two\nname: one\n', ['1:1: warning: name and suite differ; name is the name of the suite'], 'one'],
    ['dataset: three\nname: one\nalias_precedence: shorthand\n', ['2:1: warning: dataset and name differ; dataset is the name of the suite'], 'three'],
  ])('%j', async (head, warnings, name) => {
    const { folder } = await createWorkspace({ 'suite.yaml': head + SUITE });
    const { stdout } = await runAssay(['validate', 'suite.yaml'], { cwd: folder });
    for (const warning of warnings) expect(stdout).toContain(`suite.yaml:${warning}`);
    const shown = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
    expect(shown.stdout).toMatch(new RegExp(`^${name} +mock`, 'mu'));
  });

  test('are nothing to say where they agree', async () => {
    expect((await validate({ 'suite.yaml': `dataset: three\nname: three\nsuite: three\n${SUITE}` })).stdout).toContain(' 0 warnings');
  });
});
