import { describe, expect, test } from 'vitest';
import { judged, POINTER, project, run, TARGETS, testMissingBackups, testMissingJudges, testOwnModels, testToldJudges } from './support/projects/judging-models.js';

describe('a judge that does not exist is an error before anything, needed or not', () => {
  testMissingJudges([
    ['--judge with --dry-run', ['--dry-run', '--judge', 'judgge'], '{}', 'error: judge "judgge" (from --judge): there is no target "judgge"'],
    ['an unknown provider', ['--judge', 'opnai:gpt-4o'], '{}', 'error: judge "opnai:gpt-4o" (from --judge): unknown provider "opnai"'],
    ['a file that is not there', ['--judge', 'configs/j.yaml'], '{}', 'error: judge "configs/j.yaml" (from --judge): there is no file configs/j.yaml'],
    ['--backup-judge', ['--backup-judge', 'nope'], '{}', 'error: judge "nope" (from --backup-judge): there is no target "nope"'],
    ['a backup of the project', [], 'judges: {panel: [judge], backup: nope}\n', 'error: .assay/config.yaml:1:34: judge "nope" (from the project configuration): there is no target "nope"'],
  ]);

  testToldJudges([
    ['an evaluator', { 'suite.yaml': judged(', model: "opnai:gpt-4o"') }, 'suite.yaml:2:60: error: judge "opnai:gpt-4o" (from an evaluator of case "one"): unknown provider "opnai"'],
    ['a blueprint', { 'suite.yaml': 'title: T\nevaluationConfig: {llm-coverage: {judges: [{model: "opnai:x", approach: holistic}]}}\n---\n- {id: p, prompt: hi, should: [Is kind]}\n- {id: q, prompt: hi, should: [Is kind]}\n' }, 'suite.yaml:4:3: error: judge "opnai:x" (from an evaluator of case "p"): unknown provider "opnai"'],
  ]);
});

describe('a bare model name of an evaluator', () => {
  test('without anybody whose connection could be used it is an error with its place', async () => {
    const { assay } = await project({ 'suite.yaml': judged(', model: gpt-4') });
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'mock');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: suite.yaml:2:60: judge "gpt-4" (from an evaluator of case "one"): there is no target "gpt-4", and no judge is named');
  });
});

test('a panel that nobody named is no connection for a bare model name', async () => {
  const blueprint = 'title: B\nevaluationConfig: {llm-coverage: {judges: [{id: j, model: nope, approach: standard}]}}\n---\n- id: one\n  prompt: hi\n  should: [Is polite]\n';
  const { assayWith, server } = await project({ 'b.yaml': blueprint });
  const { exitCode, stderr } = await assayWith({ OPENROUTER_API_KEY: 'test-key-0123456789' }, 'run', 'b.yaml', '--target', 'mock', '--dry-run');
  expect(stderr).toContain('judge "nope" (from an evaluator of case "one"): there is no target "nope", and no judge is named');
  expect([exitCode, server.requests.length]).toEqual([2, 0]);
});

describe('warnings before the run', () => {
  testMissingBackups([
    ['of the command line', '{}', ['--judge', 'judge', '--backup-judge', 'anthropic:claude-haiku-4-5']],
  ]);

  test('a backup that a quorum keeps from counting', async () => {
    const targets = `${TARGETS}  - {name: second, provider: openai, model: second, endpoint: "AT/v1", api_key: k}\n  - {name: spare, provider: openai, model: spare, endpoint: "AT/v1", api_key: k}\n`;
    const written = await run('judges: {panel: [judge, second], backup: spare, quorum: 2}\n', targets, []);
    expect(written.stderr).toContain('.assay/config.yaml:1:42: warning: the backup judge spare can never count: it answers alone, and the quorum is 2');
    const named = await run('judges: {panel: [judge, second], quorum: 2}\n', targets, ['--backup-judge', 'spare']);
    expect(named.stderr).toContain('warning: the backup judge "spare" can never count: it answers alone, and the quorum is 2');
    expect((await run('judges: {panel: [judge, second], backup: spare}\n', targets, [])).stderr).not.toContain('never count');
  });

  test('a judge that takes no temperature is not asked for one, and that is said once', async () => {
    const targets = TARGETS.replace('model: judge', 'model: gpt-5-mini');
    const two = `${judged()}  - {id: two, expected_outcome: x, input: hi, evaluators: [{type: rubric, rubrics: [Is kind, Is short]}]}\n`;
    const { stderr, server, exitCode } = await run('judges: [judge]\n', targets, ['--strict'], two);
    expect(stderr.match(/warning: judge "judge" takes no temperature but its own/gu)).toHaveLength(1);
    expect(exitCode).toBe(0);
    const ofJudge = server.requests.filter(({ body }) => body['model'] === 'gpt-5-mini');
    expect(ofJudge.length).toBeGreaterThan(1);
    for (const { body } of ofJudge) expect(body).not.toHaveProperty('temperature');
    expect((await run('judges: [judge]\n', TARGETS, [])).stderr).not.toContain('temperature');
  });

  testOwnModels([
    ['by its name', ['--judge', 'agent'], 'agent', '--judge'],
    ['over use_target', ['--judge', 'nick'], 'nick', '--judge'],
    ['as one of several', ['--judge', 'judge', '--judge', 'twin'], 'twin', '--judge'],
    ['as the backup', ['--judge', 'judge', '--backup-judge', 'twin'], 'twin', '--backup-judge'],
  ]);

  test('for each target that it is, and for no other', async () => {
    const { stderr } = await run('{}', POINTER, ['--target', 'twin', '--target', 'judge', '--judge', 'agent']);
    expect(stderr.match(/target "\w+" is judged by its own model/gu)?.toSorted()).toEqual([
      'target "agent" is judged by its own model',
      'target "twin" is judged by its own model',
    ]);
  });
});
