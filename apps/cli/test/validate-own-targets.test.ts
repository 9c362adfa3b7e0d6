import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

async function validate(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { folder } = await createWorkspace(files);
  return runAssay(['validate', ...args], { cwd: folder });
}

const CASE = '{ id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }';

/** A suite with one target more than it asks: who starts a run may choose the other. */
const suite = (target: string): string => `targets:\n  - { name: good, provider: mock }\n  - ${target}\nexecution: { target: good }\nevalcases:\n  - ${CASE}\n`;

describe('assay validate of targets that an eval file defines', () => {
  test.each<[what: string, target: string, finding: string]>([
    ['an option of the wrong kind', '{ name: x, provider: openai, model: m, max_tokens: 1_0 }', 's.yaml:3:56: error: target "x": max_tokens must be a number, not a string'],
    ['an option out of range', '{ name: x, provider: openai, model: m, temperature: 9 }', 's.yaml:3:57: error: target "x": temperature must be from 0 to 2, not 9'],
    ['an unknown provider', '{ name: x, provider: openia, model: m }', 's.yaml:3:26: error: target "x": unknown provider "openia"'],
    ['no model', '{ name: x, provider: openai }', 's.yaml:3:5: error: target "x" has no model'],
    ['a judge_target that leads nowhere', '{ name: x, provider: mock, judge_target: nope }', 's.yaml:3:5: error: judge_target of target "x": there is no target "nope"'],
    ['use_target that leads nowhere', '{ name: x, use_target: nope }', 's.yaml:3:5: error: use_target of target "x" (from target "x"): there is no target "nope"'],
    ['a list of headers', '{ name: x, provider: openai, model: m, headers: [a] }', 's.yaml:3:53: error: target "x": headers must be a mapping, not a list'],
    ['a list of parameters', '{ name: x, provider: openai, model: m, parameters: [5] }', 's.yaml:3:56: error: target "x": parameters must be a mapping, not a list'],
    ['a list of variables', '{ name: x, provider: cli, command: [node], env: [A=b] }', 's.yaml:3:53: error: target "x": env must be a mapping, not a list'],
  ])('%s is an error where it stands, once', async (_, target, finding) => {
    const { exitCode, stdout } = await validate({ 's.yaml': suite(target) }, 's.yaml');
    expect(stdout.split(finding)).toHaveLength(2);
    expect(stdout).toMatch(/^invalid: 1 suite, 1 case, 1 error, 0 warnings/mu);
    expect(exitCode).toBe(2);
  });

  test('an unknown key is a warning, as when it is run', async () => {
    const { exitCode, stdout } = await validate({ 's.yaml': suite('{ name: x, provider: mock, replay: Hi }') }, 's.yaml');
    expect(stdout).toContain('s.yaml:3:32: warning: unknown key "replay"; it is ignored\n  fix: did you mean reply?');
    expect(exitCode).toBe(0);
  });

  test('those of a sidecar are checked with its cases', async () => {
    const files = { 'd.yaml': 'targets:\n  - { name: x, provider: openai, model: m, seed: x }\n', 'd.jsonl': `${JSON.stringify({ id: 'a', expected_outcome: 'x', input: 'Hi' })}\n` };
    const { exitCode, stdout } = await validate(files, 'd.jsonl');
    expect(stdout).toContain('d.yaml:2:50: error: target "x": seed must be a number, not a string');
    expect(exitCode).toBe(2);
  });

  test('what variables stand for, and names of other targets of the file and the project, are no findings', async () => {
    const targets = [
      '{ name: x, provider: "${WHICH}", max_tokens: a }',
      '{ name: y, provider: openai, model: "${M}", max_tokens: "${N}", headers: { a: "${H}" }, judge_target: good }',
      '{ name: z, use_target: "${T}", judge_target: "${J}" }',
      '{ name: w, use_target: shared }',
    ];
    const { exitCode, stdout } = await validate(
      { 's.yaml': suite(targets.join('\n  - ')), '.assay/targets.yaml': 'targets: [{ name: shared, provider: mock }]\n' },
      's.yaml',
    );
    expect(stdout).toMatch(/^valid: 1 suite, 1 case, 0 errors, 0 warnings/u);
    expect(exitCode).toBe(0);
  });
});

test.each<[what: string, evaluator: string, finding: string]>([
  ['minimums', '{ type: tool_trajectory, mode: any_order, minimums: [2] }', 'evaluator "tool_trajectory": minimums must map tools to numbers of calls'],
  ['weights', '{ type: composite, evaluators: [{ name: "0", type: json_valid }], aggregator: { type: weighted_average, weights: [1] } }', 'evaluator "composite": weights must map names of members to numbers'],
  ['a schema', '{ type: json_schema, schema: [1] }', 'evaluator "json_schema": schema must be a JSON Schema, or the path of a file with one'],
])('a list in place of a mapping is an error, and its positions are no names: %s', async (_, evaluator, finding) => {
  const { exitCode, stdout } = await validate({ 's.yaml': `evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    evaluators:\n      - ${evaluator}\n` }, 's.yaml');
  expect(stdout).toContain(`: error: ${finding}`);
  expect(exitCode).toBe(2);
});
