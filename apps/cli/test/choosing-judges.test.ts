import { describe, expect, test } from 'vitest';
import { startModelServer } from './support/servers/model-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const VERDICT = '{"reflection": "Fine.", "classification": "FULLY_MET"}';
const CHECKED = 'evalcases:\n  - {id: one, expected_outcome: x, input: hi, evaluators: [{type: icontains, value: "e"}]}\n';
const judged = (more = ''): string => `evalcases:\n  - {id: one, expected_outcome: x, input: hi, evaluators: [{type: rubric, rubrics: [Is kind]${more}}]}\n`;

/** A project whose models all answer as a judge does, so that the same server can be target and judge. */
async function project(files: Readonly<Record<string, string>>) {
  const server = await startModelServer(() => VERDICT);
  const at = (text: string): string => text.replaceAll('AT', server.url);
  const workspace = await createWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, at(text)])));
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const assayWith = (env: Readonly<Record<string, string>>, ...args: string[]) => runAssay(args, { cwd: workspace.folder, env });
  const asked = (): readonly unknown[] => server.requests.map(({ body }) => body['model']);
  return { server, workspace, assay, assayWith, asked };
}

const TARGETS = `targets:
  - {name: agent, provider: openai, model: agent, endpoint: "AT/v1", api_key: k}
  - {name: judge, provider: openai, model: judge, endpoint: "AT/v1", api_key: k}
`;

describe('a judge that does not exist is an error before anything, needed or not', () => {
  const FEW = 'collections: {FEW: [judge]}\n';
  test.each([
    ['--judge', ['--judge', 'judgge'], '{}', 'error: judge "judgge" (from --judge): there is no target "judgge"\n  fix: did you mean "judge"?'],
    ['--judge with --dry-run', ['--dry-run', '--judge', 'judgge'], '{}', 'error: judge "judgge" (from --judge): there is no target "judgge"'],
    ['an unknown provider', ['--judge', 'opnai:gpt-4o'], '{}', 'error: judge "opnai:gpt-4o" (from --judge): unknown provider "opnai"'],
    ['a file that is not there', ['--judge', 'configs/j.yaml'], '{}', 'error: judge "configs/j.yaml" (from --judge): there is no file configs/j.yaml'],
    ['a collection', ['--judge', 'FEW'], FEW, 'error: judge "FEW" (from --judge): "FEW" is a collection; here a single target is needed\n  fix: name one of its targets: judge'],
    ['--backup-judge', ['--backup-judge', 'nope'], '{}', 'error: judge "nope" (from --backup-judge): there is no target "nope"'],
    ['a judge of the project', [], 'judges:\n  - judge\n  - {model: nope}\n', 'error: .assay/config.yaml:3:13: judge "nope" (from the project configuration): there is no target "nope"'],
    ['a backup of the project', [], 'judges: {panel: [judge], backup: nope}\n', 'error: .assay/config.yaml:1:34: judge "nope" (from the project configuration): there is no target "nope"'],
  ])('%s', async (_, args, config, message) => {
    const { assay, server } = await project({ 'suite.yaml': CHECKED, '.assay/targets.yaml': TARGETS, '.assay/config.yaml': config });
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'agent', ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(server.requests).toEqual([]);
  });

  test('judges of the project are not looked at where --judge names others', async () => {
    const { assay } = await project({ 'suite.yaml': CHECKED, '.assay/targets.yaml': TARGETS, '.assay/config.yaml': 'judges: [nope]\n' });
    expect((await assay('run', 'suite.yaml', '--target', 'agent', '--judge', 'judge')).exitCode).toBe(0);
  });

  test.each([
    ['an evaluator', { 'suite.yaml': judged(', model: "opnai:gpt-4o"') }, 'suite.yaml:2:60: error: judge "opnai:gpt-4o" (from an evaluator of case "one"): unknown provider "opnai"'],
    ['a blueprint', { 'suite.yaml': 'title: T\nevaluationConfig: {llm-coverage: {judges: [{model: "opnai:x", approach: holistic}]}}\n---\n- {id: p, prompt: hi, should: [Is kind]}\n- {id: q, prompt: hi, should: [Is kind]}\n' }, 'suite.yaml:4:3: error: judge "opnai:x" (from an evaluator of case "p"): unknown provider "opnai"'],
    ['the project', { 'suite.yaml': CHECKED, '.assay/config.yaml': 'judges: [nope]\ndefaults: {target: gone}\n' }, '.assay/config.yaml:2:20: error: defaults.target of the project: there is no target "gone"'],
  ])('assay validate tells of that of %s, once', async (_, files, message) => {
    const { assay } = await project({ '.assay/targets.yaml': TARGETS, ...files });
    const { exitCode, stdout } = await assay('validate', 'suite.yaml');
    expect(stdout.split(message)).toHaveLength(2);
    expect(stdout.match(/unknown provider/gu)?.length ?? 1).toBe(1);
    expect(exitCode).toBe(2);
  });

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
  const run = async (config: string, targets: string, args: readonly string[], suite = judged()) => {
    const set = await project({ 'suite.yaml': suite, '.assay/config.yaml': config, '.assay/targets.yaml': targets });
    return { ...set, ...(await set.assay('run', 'suite.yaml', '--target', 'agent', ...args)) };
  };

  test.each([
    ['of the project', 'judges: {panel: [judge], backup: "anthropic:claude-haiku-4-5"}\n', []],
    ['of the command line', '{}', ['--judge', 'judge', '--backup-judge', 'anthropic:claude-haiku-4-5']],
  ])('a backup %s without a key does not stop a run', async (_, config, args) => {
    const { exitCode, stderr } = await run(config, TARGETS, [...args, '--strict']);
    expect(stderr).toMatch(/warning: there is no backup judge: judge "anthropic:claude-haiku-4-5" \(from [^)]*\): .* has no API key for anthropic\n {2}fix: set ANTHROPIC_API_KEY/u);
    expect(stderr).toContain(args.length > 0 ? '(from --backup-judge)' : '(from the project configuration)');
    expect(stderr.match(/no backup judge/gu)).toHaveLength(1);
    expect(exitCode).toBe(0);
  });

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

  const POINTER = `${TARGETS}  - {name: nick, use_target: agent}\n  - {name: twin, provider: openai, model: agent, endpoint: "AT/v1", api_key: k}\n`;
  test.each([
    ['by its name', ['--judge', 'agent'], 'agent', '--judge'],
    ['over use_target', ['--judge', 'nick'], 'nick', '--judge'],
    ['as another target of the same model', ['--judge', 'twin'], 'twin', '--judge'],
    ['as one of several', ['--judge', 'judge', '--judge', 'twin'], 'twin', '--judge'],
    ['as the backup', ['--judge', 'judge', '--backup-judge', 'twin'], 'twin', '--backup-judge'],
  ])('a judge that is the model under test, %s', async (_, args, judge, from) => {
    const { stderr, exitCode } = await run('{}', POINTER, args);
    expect(stderr.match(/warning: target "agent" is judged by its own model/gu)).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`judge "${judge}" \\(from ${from}\\) is the same`, 'u'));
    expect(exitCode).toBe(0);
  });

  test('for each target that it is, and for no other', async () => {
    const { stderr } = await run('{}', POINTER, ['--target', 'twin', '--target', 'judge', '--judge', 'agent']);
    expect(stderr.match(/target "\w+" is judged by its own model/gu)?.toSorted()).toEqual([
      'target "agent" is judged by its own model',
      'target "twin" is judged by its own model',
    ]);
  });

  test('a target from a file that nobody else judges judges itself', async () => {
    const { assay, asked } = await project({ 'suite.yaml': judged(), 'configs/m.yaml': 'name: m\nprovider: openai\nmodel: mm\nendpoint: "AT/v1"\napi_key: k\n' });
    const { stderr, exitCode } = await assay('run', 'suite.yaml', '--target', 'configs/m.yaml');
    expect(stderr).toContain('warning: target "m" judges its own replies, because no judge is named');
    expect([exitCode, asked()]).toEqual([0, ['mm', 'mm']]);
  });
});
