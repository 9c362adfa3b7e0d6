import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const suiteOf = (name: string, own: string): string => `name: ${name}\n${own}cases:\n  - { id: ${name}, input: x, evaluators: [{ type: contains, value: from }] }\n`;
const own = (name: string): string => `targets: [{ name: local, provider: mock, reply: from ${name} }]\n`;

test('a name of the project that leads to a target of a suite is of that suite alone', async () => {
  const { folder: cwd, rows } = await createWorkspace({
    '.assay/targets.yaml': 'targets: [{ name: alias, use_target: local }]\n',
    'one.yaml': suiteOf('one', own('one')),
    'two.yaml': suiteOf('two', own('two')),
    'three.yaml': suiteOf('three', ''),
  });
  const both = await runAssay(['run', 'one.yaml', 'two.yaml', '--target', 'alias', '--out', 'both'], { cwd });
  expect(both.exitCode).toBe(0);
  expect(Object.fromEntries((await rows('both')).map(({ caseId, output }) => [caseId, output?.text]))).toEqual({ one: 'from one', two: 'from two' });
  const without = await runAssay(['run', 'one.yaml', 'three.yaml', '--target', 'alias', '--out', 'without'], { cwd });
  expect(without).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no target "local"') });
});

test('each of two targets of one name has its own judge', async () => {
  const judge = (name: string, score: number): string => `  - { name: ${name}, provider: mock, reply: '{"score": ${score}, "reasoning": "so"}' }\n`;
  const target = (reply: string, named: string): string => `{ name: same, provider: mock, reply: ${reply}, judge_target: ${named} }\n`;
  const caseOf = (id: string): string => `  - { id: ${id}, criteria: good, input: x, execution: { target: ${id}.yaml } }\n`;
  const { folder: cwd, rows } = await createWorkspace({
    '.assay/targets.yaml': `targets:\n${judge('kind', 1)}${judge('strict', 0)}`,
    'first.yaml': target('one', 'kind'),
    'second.yaml': target('two', 'strict'),
    'suite.yaml': `cases:\n${caseOf('first')}${caseOf('second')}`,
  });
  const { exitCode } = await runAssay(['run', 'suite.yaml', '--out', 'run'], { cwd });
  expect(exitCode).toBe(1);
  const judged = (await rows('run')).map(({ caseId, score, evaluators }) => [caseId, score, evaluators.flatMap(({ judges = [] }) => judges.map((vote) => vote.id))]);
  expect(judged).toEqual([['first', 1, ['kind']], ['second', 0, ['strict']]]);
});

test('a model that is only suggested hides no judge of that name that cannot be had', async () => {
  const header = 'title: t\nmodels: [nope:model-x]\nevaluationConfig:\n  llm-coverage: { judgeModels: [nope:model-x] }\n---\n';
  const prompts = ['- { id: one, prompt: hi, should: [{ $contains: hi }] }\n', '- { id: two, prompt: hi, should: [greets] }\n'];
  const { folder: cwd } = await createWorkspace({ 'a.yml': header + prompts.join(''), 'b.yml': header + prompts.toReversed().join('') });
  for (const file of ['a.yml', 'b.yml']) {
    const { exitCode, stdout, stderr } = await runAssay(['validate', file], { cwd });
    expect({ file, exitCode, said: `${stdout}${stderr}` }).toMatchObject({ exitCode: 2, said: expect.stringContaining('nope:model-x') });
  }
});
