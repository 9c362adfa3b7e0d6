import { describe, expect, test } from 'vitest';
import { CHECKED, judged, project, TARGETS, testMissingBackups, testMissingJudges, testOwnModels, testToldJudges } from './support/projects/judging-models.js';

describe('a judge that does not exist is an error before anything, needed or not', () => {
  const FEW = 'collections: {FEW: [judge]}\n';
  testMissingJudges([
    ['--judge', ['--judge', 'judgge'], '{}', 'error: judge "judgge" (from --judge): there is no target "judgge"\n  fix: did you mean "judge"?'],
    ['a collection', ['--judge', 'FEW'], FEW, 'error: judge "FEW" (from --judge): "FEW" is a collection; here a single target is needed\n  fix: name one of its targets: judge'],
    ['a judge of the project', [], 'judges:\n  - judge\n  - {model: nope}\n', 'error: .assay/config.yaml:3:13: judge "nope" (from the project configuration): there is no target "nope"'],
  ]);

  test('judges of the project are not looked at where --judge names others', async () => {
    const { assay } = await project({ 'suite.yaml': CHECKED, '.assay/targets.yaml': TARGETS, '.assay/config.yaml': 'judges: [nope]\n' });
    expect((await assay('run', 'suite.yaml', '--target', 'agent', '--judge', 'judge')).exitCode).toBe(0);
  });

  testToldJudges([
    ['the project', { 'suite.yaml': CHECKED, '.assay/config.yaml': 'judges: [nope]\ndefaults: {target: gone}\n' }, '.assay/config.yaml:2:20: error: defaults.target of the project: there is no target "gone"'],
  ]);

  test('judge_target is looked at where it stands', async () => {
    const { assay, server } = await project({ 'suite.yaml': judged(), '.assay/targets.yaml': TARGETS.replace('model: agent,', 'model: agent, judge_target: nope,') });
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'agent');
    expect(stderr).toContain('error: .assay/targets.yaml:2:5: judge "nope" (from judge_target of target "agent"): there is no target "nope"');
    expect([exitCode, server.requests.length]).toEqual([2, 0]);
  });
});

describe('judge_target may be a variable and a target that points to another one', () => {
  test('both are followed', async () => {
    const { assayWith, asked } = await project({
      'suite.yaml': judged(),
      '.assay/targets.yaml': `${TARGETS.replace('model: agent,', 'model: agent, judge_target: "${{ JUDGE }}",')}  - {name: nick, use_target: judge}\n`,
    });
    expect((await assayWith({ JUDGE: 'nick' }, 'run', 'suite.yaml', '--target', 'agent')).exitCode).toBe(0);
    expect(asked()).toEqual(['agent', 'judge']);
    const missing = await assayWith({}, 'run', 'suite.yaml', '--target', 'agent');
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('target "agent" needs the environment variable JUDGE (in judge_target), not set');
  });
});

describe('a bare model name of an evaluator', () => {
  const AZURE = `targets:
  - {name: agent, provider: openai, model: agent, endpoint: "AT/v1", api_key: agent-key, judge_target: azure_judge}
  - {name: azure_judge, provider: azure, model: judge-deployment, endpoint: "AT", api_key: judge-key, version: "2024-10-21", headers: {x-team: red}}
`;

  test('is asked over the connection of the judge that would judge otherwise', async () => {
    const { assay, server, workspace } = await project({ 'suite.yaml': judged(', model: gpt-4'), '.assay/targets.yaml': AZURE });
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'agent');
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    const judge = server.requests.at(-1);
    expect(judge?.path).toContain('/openai/deployments/gpt-4/chat/completions');
    expect(judge?.headers).toMatchObject({ 'api-key': 'judge-key', 'x-team': 'red' });
    const [row] = await workspace.rows();
    expect(row?.evaluators[0]?.points?.[0]?.judges).toEqual([expect.objectContaining({ id: 'gpt-4', model: 'azure:gpt-4', score: 1 })]);
  });

  test('one that is nearly the name of a target is warned about', async () => {
    const { assay } = await project({ 'suite.yaml': judged(', model: azure_jugde'), '.assay/targets.yaml': AZURE });
    const { stderr } = await assay('run', 'suite.yaml', '--target', 'agent');
    expect(stderr).toContain('suite.yaml:2:60: warning: there is no target "azure_jugde", so it is taken for a model of "azure_judge"\n  fix: did you mean "azure_judge"?');
  });
});

describe('warnings before the run', () => {
  testMissingBackups([
    ['of the project', 'judges: {panel: [judge], backup: "anthropic:claude-haiku-4-5"}\n', []],
  ]);

  testOwnModels([
    ['as another target of the same model', ['--judge', 'twin'], 'twin', '--judge'],
  ]);

  test('a target from a file that nobody else judges judges itself', async () => {
    const { assay, asked } = await project({ 'suite.yaml': judged(), 'configs/m.yaml': 'name: m\nprovider: openai\nmodel: mm\nendpoint: "AT/v1"\napi_key: k\n' });
    const { stderr, exitCode } = await assay('run', 'suite.yaml', '--target', 'configs/m.yaml');
    expect(stderr).toContain('warning: target "m" judges its own replies, because no judge is named');
    expect([exitCode, asked()]).toEqual([0, ['mm', 'mm']]);
  });
});
