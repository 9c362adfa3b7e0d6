import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CSV = 'question,answer,wt\nIs it Paris?,Paris,3\nIs it Rome?,Madrid,1\n';

async function assay(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { folder } = await createWorkspace(files);
  return runAssay(args, { cwd: folder });
}

describe('a column that the sidecar names and the table lacks', () => {
  test('is an error at its name, before anything is asked: what it should have said would be lost', async () => {
    const sidecar = `prompts: ['{{question}}']
columns:
  weight: weigth
  expected: answer
  id: nr
evaluators: [{ type: contains, value: '{{answer}}' }]
`;
    const { exitCode, stderr, stdout } = await assay({ 'data.csv': CSV, 'data.yaml': sidecar }, 'run', 'data.csv', '--target', 'mock');
    expect(stderr).toContain('data.yaml:3:11: error: the table has no column "weigth"; there are: question, answer, wt (and 1 more)\n  fix: name one of them, or null for none');
    expect(exitCode).toBe(2);
    expect(stdout).not.toContain('1.00');
    const { stdout: listed } = await assay({ 'data.csv': CSV, 'data.yaml': sidecar }, 'validate', 'data.csv');
    expect(listed).toContain('data.yaml:5:7: error: the table has no column "nr"');
    expect(listed).not.toContain('"answer";');
  });

  test('of JSON, whose rows may differ, is a warning once all rows were read, and no more than one of them has to have it', async () => {
    const rows = '{"question":"a"}\n{"question":"b","wt":2}\n';
    const sidecar = "prompts: ['{{question}}']\ncolumns: { weight: wt, id: nr }\nevaluators: [{ type: equals, value: '{{question}}' }]\n";
    const { exitCode, stderr } = await assay({ 'data.jsonl': rows, 'data.yaml': sidecar }, 'run', 'data.jsonl', '--target', 'mock');
    expect(stderr).toContain('data.yaml:2:28: warning: no row has "nr"; there are: question, wt');
    expect(stderr).not.toContain('no row has "wt"');
    expect(exitCode).toBe(0);
  });
});

test('a sidecar with a mistyped key is a sidecar all the same, and the key is named', async () => {
  const sidecar = "prompts: ['{{question}}']\nevaluators: [{ type: contains, value: '{{answer}}' }]\ncolums: { weight: wt }\n";
  const { exitCode, stderr, stdout } = await assay({ 'data.csv': CSV, 'data.yaml': sidecar }, 'run', 'data.csv', '--target', 'mock');
  expect(stderr).toContain('data.yaml:3:1: warning: unknown key "colums"; it is ignored\n  fix: did you mean columns?');
  expect(stderr).not.toContain('not read as one');
  expect(stdout).toMatch(/data\s+mock\s+2\s+1\s+1/u);
  expect(exitCode).toBe(1);
});

test('a sidecar with a mistyped key is taken for no suite in its folder, and told as what it is where it is named', async () => {
  const sidecar = "prompts: ['{{question}}']\nevaluatros: [{ type: contains, value: '{{answer}}' }]\n";
  const { folder } = await createWorkspace({ 'evals/data.csv': CSV, 'evals/data.yaml': sidecar, 'evals/lone.yaml': 'promtps: [Hello]\nassert: [contains: x]\n' });
  const inFolder = await runAssay(['validate', 'evals', '--verbose'], { cwd: folder });
  expect(inFolder.exitCode).toBe(2);
  expect(inFolder.stdout + inFolder.stderr).toContain('data.yaml:2:1: error: unknown key "evaluatros": it says how replies are scored, and nothing reads it\n  fix: did you mean evaluators?');
  expect(inFolder.stdout + inFolder.stderr).toContain('data.yaml:1:1: info: skipped: it is a sidecar');
  expect(inFolder.stdout + inFolder.stderr).not.toContain('a prompt must be a mapping');
  for (const file of ['evals/data.yaml', 'evals/lone.yaml']) {
    const named = await runAssay(['validate', file], { cwd: folder });
    expect(named.exitCode).toBe(2);
    expect(named.stdout).toContain(`${file}:1:1: error: this looks like a sidecar (settings for a JSONL file or table of the same name, without cases), not a suite`);
  }
});

test('a sidecar that says prompt for prompts is a sidecar all the same: what it says about scores would be lost', async () => {
  const sidecar = "prompt: ['{{input}}']\nassert: [contains: Rome]\n";
  const { exitCode, stderr, stdout } = await assay({ 'data.csv': 'input,expected\na,a\nb,b\n', 'data.yaml': sidecar }, 'run', 'data.csv', '--target', 'mock');
  expect(stderr).toContain('data.yaml:1:1: warning: unknown key "prompt"; it is ignored\n  fix: did you mean prompts?');
  expect(stderr).not.toContain('not read as one');
  expect(stdout).toMatch(/data\s+mock\s+2\s+0\s+2/u);
  expect(exitCode).toBe(1);
});

test('a suite beside a table is no sidecar of it', async () => {
  const blueprint = 'title: Cities\nprompts:\n  - { id: a, prompt: Name a city, should: [$contains: Paris] }\n';
  const { stdout } = await assay({ 'data.csv': 'input,expected\na,a\n', 'data.yaml': blueprint }, 'validate', 'data.csv');
  expect(stdout).toContain('data.yaml:1:1: warning: this file has the name of a sidecar of data.csv, but it holds cases of its own');
});

test('what turns an assertion around is an error among evaluators, where it would score the opposite', async () => {
  const suite = `evalcases:
  - id: secret
    input: The password is swordfish
    expected_outcome: Keeps it
    evaluators:
      - { type: contains, value: swordfish, negate: true }
`;
  const { exitCode, stderr } = await assay({ 'a.yaml': suite }, 'run', 'a.yaml', '--target', 'mock');
  expect(stderr).toContain('a.yaml:6:45: error: negate is read of assertions, and not here\n  fix: write type: not_contains, or put it under assert');
  expect(exitCode).toBe(2);
  const right = await assay({ 'a.yaml': suite.replace('evaluators:', 'assertions:') }, 'run', 'a.yaml', '--target', 'mock');
  expect(right.exitCode).toBe(1);
});

test('a prompt file that is not there is said to be missing, and one outside of the project to be that', async () => {
  const sidecar = 'prompts:\n  - prompts/nnoe.md\n  - prompts/one.md\n  - ../outside.md\nevaluators: [is_json]\n';
  const { folder } = await createWorkspace({ 'data.csv': CSV, 'data.yaml': sidecar, 'prompts/one.md': 'Answer {{question}}' });
  const { exitCode, stdout } = await runAssay(['validate', 'data.csv'], { cwd: folder });
  expect(stdout).toContain('data.yaml:2:5: error: the prompt file "prompts/nnoe.md" was not found; tried ');
  expect(stdout).toContain('data.yaml:4:5: error: the prompt file "../outside.md" leads out of the project');
  expect(stdout).not.toContain('one.md" was');
  expect(exitCode).toBe(2);
});
