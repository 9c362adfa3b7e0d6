import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const suite = (...evaluators: readonly string[]): string =>
  `evalcases:\n  - id: one\n    expected_outcome: Says hello\n    input: Say hello\n    evaluators:\n${evaluators.map((entry) => `      - ${entry}\n`).join('')}`;

const FILES = {
  'project/.assay/config.yaml': '',
  'project/prompts/good.md': 'Is it kind?\n\n{{ candidate_answer }}',
  'project/prompts/unknown.md': '{{ answer }}',
  'project/prompts/empty.md': '',
  'project/schemas/broken.json': '{',
  'project/schemas/nonsense.json': '{"type": "nonsense"}',
  'secret.md': 'a secret',
  'secret.json': '{}',
};

/** The files, and a server that is target and judge. */
async function project(evaluators: readonly string[], name = 'x.yaml') {
  const workspace = await createWorkspace({ ...FILES, [`project/evals/${name}`]: suite(...evaluators) });
  const server = await startChatServer(({ model }) =>
    model === 'gpt-4o' ? '{"reasoning": "kind", "score": 0.9, "hits": [], "misses": []}' : 'hello',
  );
  const cwd = join(workspace.folder, 'project');
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url };
  const validate = () => runAssay(['validate', `evals/${name}`], { cwd, env });
  const run = (...more: readonly string[]) => runAssay(['run', `evals/${name}`, '--target', 'openai:gpt-4o-mini', '--judge', 'openai:gpt-4o', ...more], { cwd, env });
  return { ...workspace, cwd, validate, run, requests: server.requests };
}

const WRONG: readonly (readonly [what: string, evaluator: string, says: RegExp])[] = [
  ['a prompt file that is missing', '{ type: llm_judge, prompt: ../prompts/none.md }', /evaluator "llm_judge": the prompt file "\.\.\/prompts\/none\.md" was not found; tried /u],
  ['an unknown variable in a prompt file', '{ type: llm_judge, prompt: ../prompts/unknown.md }', /unknown variable "answer"; known are: question, /u],
  ['an unknown variable in a prompt', '{ name: own, type: llm_judge, prompt: "{{ candidate_anser }}" }', /evaluator "own": the prompt uses an unknown variable[^]*did you mean \{\{ candidate_answer \}\}\?/u],
  ['a broken template', '{ type: llm_judge, prompt: "{% if question %}" }', /the prompt cannot be rendered/u],
  ['an empty prompt file', '{ type: llm_judge, prompt: ../prompts/empty.md }', /"\.\.\/prompts\/empty\.md" is empty/u],
  ['a prompt file outside the project', '{ type: llm_judge, prompt: ../../secret.md }', /leads to \S+secret\.md, outside the project root \S+project[^]*fix: move it into the project/u],
  ['an aggregator’s prompt that is missing', '{ type: composite, evaluators: [{ type: contains, value: a }], aggregator: { type: llm_judge, prompt: none.md } }', /the prompt file "none\.md" was not found/u],
  ['a prompt of a member, however deep', '{ type: composite, evaluators: [{ type: composite, evaluators: [{ name: deep, type: llm_judge, prompt: none.md }] }] }', /evaluator "deep": the prompt file "none\.md" was not found/u],
  ['a schema that is none', '{ type: json_schema, schema: { type: nonsense } }', /the JSON Schema cannot be used/u],
  ['a schema file that is missing', '{ type: json_schema, schema: none.json }', /the schema file "none\.json" was not found/u],
  ['a schema file that is no JSON', '{ type: json_schema, schema: ../schemas/broken.json }', /"\.\.\/schemas\/broken\.json" is not JSON/u],
  ['a schema file without a usable schema', '{ type: json_schema, schema: ../schemas/nonsense.json }', /the JSON Schema in "\.\.\/schemas\/nonsense\.json" cannot be used/u],
  ['a schema file outside the project', '{ type: json_schema, schema: ../../secret.json }', /outside the project root/u],
  ['a pattern that is not valid', '{ type: not_matches, value: "a(" }', /evaluator "not_matches": "a\(" is not a valid pattern/u],
  ['a script that is missing', '{ type: code_judge, script: [node, none.mjs] }', /there is no file \S+none\.mjs/u],
];

describe('what a schema cannot see is an error of the file, before the first request', () => {
  test.each(WRONG)('%s', async (_, evaluator, says) => {
    const { validate, run, requests } = await project(['{ type: contains, value: hello }', evaluator]);
    const validated = await validate();
    expect([validated.exitCode, validated.stdout]).toEqual([2, expect.stringMatching(says)]);
    expect(validated.stdout).toMatch(/^evals\/x\.yaml:7:\d+: error: /mu);
    const ran = await run();
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringMatching(says)]);
    expect(requests).toEqual([]);
  });

  test('all of them are told at once', async () => {
    const { validate } = await project(WRONG.map(([, evaluator], index) => evaluator.replace(/^\{ (?:name: own, )?/u, `{ name: n${index}, `)));
    expect((await validate()).stdout).toMatch(new RegExp(`${WRONG.length} errors`, 'u'));
  });

  test('in a line of JSONL it stops there: exit 2', async () => {
    const { cwd, write } = await project([]);
    const line = (id: string, prompt: string): string => `${JSON.stringify({ id, expected_outcome: 'x', input: 'x', evaluators: [{ type: 'llm_judge', prompt }] })}\n`;
    await write({ 'project/evals/x.jsonl': line('one', '../prompts/unknown.md') });
    expect((await runAssay(['validate', 'evals/x.jsonl'], { cwd })).exitCode).toBe(2);
    const ran = await runAssay(['run', 'evals/x.jsonl', '--target', 'mock', '--judge', 'mock'], { cwd });
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringMatching(/x\.jsonl:1:\d+: error: Line 1: evaluator "llm_judge": .*unknown variable "answer"/u)]);
  });
});

describe('files that evaluators name stay inside the project', () => {
  test('a prompt beside the folder of the suite, inside the project, is used', async () => {
    const { run, rows, requests } = await project(['{ type: llm_judge, prompt: ../prompts/good.md }']);
    expect((await run('--out', 'run')).exitCode).toBe(0);
    expect(await rows('project/run')).toMatchObject([{ score: 0.9, evaluators: [{ type: 'llm_judge' }] }]);
    expect(requests.at(-1)?.text).toContain('Is it kind?');
  });

  test('a symbolic link out of the project is refused', async () => {
    const { cwd, folder, validate } = await project(['{ type: llm_judge, prompt: link.md }']);
    await symlink(join(folder, 'secret.md'), join(cwd, 'evals/link.md'));
    const { exitCode, stdout } = await validate();
    expect([exitCode, stdout]).toEqual([2, expect.stringMatching(/leads to \S+secret\.md through a symbolic link, outside the project root/u)]);
  });
});

test('a suite of another project is told that the settings of this one are used', async () => {
  const { folder, write } = await project([]);
  await write({ 'other/.assay/config.yaml': '', 'project/evals/x.yaml': suite('{ type: contains, value: hello }') });
  const { stdout } = await runAssay(['validate', '../project/evals/x.yaml'], { cwd: join(folder, 'other') });
  expect(stdout).toMatch(/x\.yaml:1:1: warning: this suite belongs to the project \S+project; the settings .* of \S+other are used, not those in its \.assay/u);
});
