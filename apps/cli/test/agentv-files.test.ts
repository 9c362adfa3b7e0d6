import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Suites as teams write them for AgentV: by the schema of its package, and by its newest tree. */
const FOLDER = fileURLToPath(new URL('../../../packages/loaders/test/agentv/', import.meta.url));
const FLAVOURS = ['package', 'newest'] as const;

interface Finding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

test('every file loads, or says with its place what is not supported and what to do', async () => {
  const { exitCode, stdout } = await runAssay(['validate', ...FLAVOURS, '--json'], { cwd: FOLDER });
  expect(exitCode).toBe(2);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] };
  const names = (await Promise.all(FLAVOURS.map(async (flavour) => (await readdir(`${FOLDER}${flavour}`)).map((name) => `${flavour}/${name}`)))).flat().toSorted();
  const shown = names.map((name) => {
    const found = diagnostics.filter(({ file, severity }) => file === name && severity !== 'info').toSorted((a, b) => a.line - b.line || a.column - b.column);
    return { name, found: found.map(({ severity, line, column, message }) => `  ${line}:${column} ${severity}: ${message}`), isRefused: found.some(({ severity }) => severity === 'error') };
  });
  // A file that does not load says something that is no warning, and nothing is said of any file but these.
  expect(diagnostics.filter(({ file }) => !names.includes(file))).toEqual([]);
  expect(diagnostics.filter(({ code, hint }) => code.startsWith('unsupported') && hint === undefined)).toEqual([]);
  const refused = shown.filter(({ isRefused }) => isRefused);
  const lines = shown.map(({ name, found }) => [`${name}: ${found.length === 0 ? 'loads' : ''}`.trimEnd(), ...found].join('\n'));
  const count = (flavour: string) => shown.filter(({ name }) => name.startsWith(`${flavour}/`)).length;
  const counts = FLAVOURS.map((flavour) => `${flavour}: ${count(flavour)} files, ${refused.filter(({ name }) => name.startsWith(`${flavour}/`)).length} refused`);
  await expect(`${[...counts, '', ...lines].join('\n')}\n`).toMatchFileSnapshot(`${FOLDER}findings.txt`);
}, 60_000);

test('a file of providers says who is asked and who judges, as there: by label, with variables, and with defaults', async () => {
  const server = await startChatServer(({ model }) => (model === 'judge-1' ? '{"rating": 1, "score": 1, "verdict": "pass"}' : 'Hi there'));
  const { folder: cwd, write, rows, manifest } = await createWorkspace({
    '.agentv/providers.yaml': `providers:
  - id: openai:chat:gpt-x
    label: small
    runtime: host
    config:
      base_url: "{{ env.PROXY_URL }}"
      api_key: "{{ env.PROXY_KEY }}"
      temperature: 0
  - { id: openai, label: grader, base_url: "{{ env.PROXY_URL }}", api_key: "{{ env.PROXY_KEY }}", model: judge-1 }
  - { id: "openai:codex-sdk", label: agent }
  - { id: mock, label: boxed, runtime: sandbox }
  - { id: openai:gpt-y, label: guarded, config: { api_key: "{{ env.PROXY_KEY | default('') }}" } }
defaults: { provider: small, grader: grader }
`,
    'evals/a.yaml': 'tests:\n  - { id: a, criteria: Good, input: Hi, assert: [{ type: contains, value: Hi }, Greets] }\n',
    'evals/b.yaml': 'providers: [agent]\ntests:\n  - { id: a, criteria: Good, input: Hi, assert: [{ type: contains, value: Hi }] }\n',
  });
  const env = { PROXY_URL: server.url, PROXY_KEY: 'sk-proxy-12345' };
  const ran = await runAssay(['run', 'evals/a.yaml', '--out', 'run'], { cwd, env });
  expect([ran.exitCode, ran.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  expect(await rows('run')).toMatchObject([{ target: 'small', output: { text: 'Hi there' } }]);
  expect(JSON.stringify(await manifest('run'))).not.toContain('sk-proxy-12345');
  expect(server.requests.map(({ model, body }) => [model, body['temperature']])).toEqual([['gpt-x', 0], ['judge-1', 0]]);
  // What is wrong with one is reported of it at its place, and touches who selects it alone.
  for (const [args, message] of [
    [['evals/b.yaml'], '.agentv/providers.yaml:10:11: error: target "agent": unknown provider "codex-sdk"'],
    [['evals/a.yaml', '--target', 'boxed'], '.agentv/providers.yaml:11:40: error: target "boxed" (selected by --target): the runtime "sandbox" is not supported'],
    [['evals/a.yaml', '--target', 'guarded'], '.agentv/providers.yaml:12:60: error: target "guarded" (selected by --target): an expression is not supported'],
  ] as const) {
    const { exitCode, stderr } = await runAssay(['run', ...args], { cwd, env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  const checked = await runAssay(['validate', '.agentv/providers.yaml'], { cwd, env });
  expect([checked.exitCode, checked.stdout]).toEqual([2, expect.stringContaining('.agentv/providers.yaml:11:40: error: the runtime "sandbox" is not supported')]);
  // What is no such file is an error of every run.
  await write({ '.agentv/providers.yaml': 'targets:\n  - { name: default, provider: mock }\n' });
  const wrong = await runAssay(['run', 'evals/a.yaml', '--target', 'mock'], { cwd, env });
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('.agentv/providers.yaml:1:1: error: a file of providers has no providers')]);
});

test('a target that is read has the judge that it names, under either name', async () => {
  const { folder } = await createWorkspace({ '.agentv/targets.yaml': 'targets:\n  - { name: default, provider: mock, reply: Hi, grader_target: nobody }\n' });
  const { exitCode, stdout } = await runAssay(['validate', '.agentv/targets.yaml'], { cwd: folder });
  expect(stdout).toContain('.agentv/targets.yaml:2:5: error: judge_target of target "default": there is no target "nobody"');
  expect(exitCode).toBe(2);
});

test('a file of lines that a suite names alone is streamed: it is run to where it breaks, and a worker finds its cases by their lines', async () => {
  const line = (id: string): string => `{"id": "${id}", "criteria": "Good", "input": "Hi ${id}"}\n`;
  const { folder: cwd, write, rows } = await createWorkspace({
    'evals/a.yaml': 'tests: cases/lines.jsonl\nassertions: [{ type: contains, value: Hi }]\n',
    'evals/cases/lines.jsonl': `${line('one')}${line('two')}${line('three')}`,
  });
  const ran = await runAssay(['run', 'evals/a.yaml', '--target', 'mock', '--json'], { cwd });
  expect([ran.exitCode, JSON.parse(ran.stdout)]).toMatchObject([0, { groups: [{ suite: 'a', trials: 3 }] }]);
  expect((await rows()).map(({ source }) => source).toSorted()).toEqual([1, 2, 3].map((number) => `evals/cases/lines.jsonl:${number}:1`));
  const planned = await runAssay(['plan', 'evals/a.yaml', '--target', 'mock', '--json'], { cwd });
  const worked = await runAssay(['worker', '--stdio', '--target', 'mock'], { cwd, input: planned.stdout });
  const done = worked.stdout.trimEnd().split('\n').map((text) => (JSON.parse(text) as { row?: { case_id: string; score: number } }).row);
  expect(done.map((row) => [row?.case_id, row?.score]).toSorted()).toEqual([['one', 1], ['three', 1], ['two', 1]]);
  await write({ 'evals/cases/lines.jsonl': `${line('one')}{"id": "two",}\n` });
  const broken = await runAssay(['run', 'evals/a.yaml', '--target', 'mock', '--out', 'broken'], { cwd });
  expect([broken.exitCode, broken.stderr]).toEqual([2, expect.stringMatching(/evals\/cases\/lines\.jsonl:2:\d+: error: Line 2: Invalid JSON/u)]);
  expect((await runAssay(['validate', 'evals'], { cwd })).exitCode).toBe(2);
});

test('prompt files of graders show the case and its reply by the names that AgentV has for them', async () => {
  const server = await startChatServer(() => '{"reflection": "Fine.", "classification": 1, "hits": [], "misses": []}');
  const { folder } = await createWorkspace({
    '.agentv/targets.yaml': `targets:\n  - { name: default, provider: mock, reply: Paris it is, grader_target: judge }\n  - { name: judge, provider: openai, model: m, endpoint: ${server.url}, api_key: k }\n`,
    'evals/a.yaml': 'tests:\n  - { id: a, criteria: Names it, input: Which city?, expected_output: Paris, metadata: { lang: en }, assertions: [{ type: llm-grader, prompt: ../prompts/grade.md }] }\n',
    'prompts/grade.md': 'Q {{input}} C {{criteria}} E {{ expected_output }} O {{output}} M {{metadata_json}}\n',
  });
  const { exitCode, stderr } = await runAssay(['run', 'evals/a.yaml'], { cwd: folder });
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  const asked = server.requests.at(-1)?.text.replaceAll(/\s*<[^>]*>\s*/gu, ' ');
  expect(asked).toContain('Q Which city? C Names it E Paris O Paris it is M {"lang":"en"}');
  expect(asked?.split('Paris it is')).toHaveLength(2);
});

test.each([
  ['rubrics of a suite', 'rubrics: [{ outcome: Names 12, operator: contradiction }]\ntests:\n  - { id: a, criteria: x, input: Hi }\n', '1:32'],
  ['rubrics of a case', 'tests:\n  - { id: a, criteria: x, input: Hi, rubrics: [{ outcome: Names 12, operator: contradiction }] }\n', '2:69'],
  ['a rubric among evaluators', 'tests:\n  - { id: a, criteria: x, input: Hi, evaluators: [{ type: rubric, rubrics: [{ outcome: Names 12, operator: contradiction }] }] }\n', '2:98'],
  ['a member of a composite', 'tests:\n  - { id: a, criteria: x, input: Hi, assert: [{ type: composite, assertions: [{ type: rubrics, criteria: [{ outcome: Names 12, operator: contradiction }] }] }] }\n', '2:128'],
])('a line that must not hold is an error wherever it stands, and never scored by the opposite: %s', async (_, text, place) => {
  const { folder: cwd, write } = await createWorkspace({ 'a.yaml': text });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd });
  expect(stdout).toContain(`a.yaml:${place}: error: lines of a rubric that must not hold are not supported`);
  expect([exitCode, stdout]).toEqual([2, expect.not.stringContaining('warning:')]);
  // The other one says what every line says here.
  await write({ 'a.yaml': text.replace('contradiction', 'correctness') });
  expect(await runAssay(['validate', 'a.yaml', '--strict'], { cwd })).toMatchObject({ exitCode: 0 });
});

describe('what a file asks of a run may stand at its top, in execution and in evaluate_options', () => {
  test.each([
    ['at the top', (settings: string) => settings.replaceAll(', ', '\n')],
    ['execution', (settings: string) => `execution: { ${settings} }`],
    ['evaluate_options', (settings: string) => `evaluate_options: { ${settings} }`],
  ])('%s', async (_, written) => {
    const server = await startChatServer(() => 'Hi there');
    const { folder: cwd, manifest } = await createWorkspace({
      '.assay/targets.yaml': `targets:\n  - { name: default, provider: openai, model: m, endpoint: ${server.url}, api_key: k }\n`,
      'a.yaml': `${written('repeat: 2, threshold: 0.25, timeout_seconds: 9, workers: 3, cache: true')}\ntests:\n  - { id: a, criteria: x, input: Hi, assert: [{ type: contains, value: H }, { type: contains, value: x }] }\n`,
    });
    const first = await runAssay(['run', 'a.yaml', '--out', 'first', '--strict'], { cwd });
    // Half of it is enough.
    expect([first.exitCode, first.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(await manifest('first')).toMatchObject({ options: { repeat: 2, threshold: 0.25 } });
    expect(server.requests).toHaveLength(2);
    // What was kept is not asked for again.
    expect((await runAssay(['run', 'a.yaml'], { cwd })).exitCode).toBe(0);
    expect(server.requests).toHaveLength(2);
  });
});

test('a folder of cases is named by one word, in place of the list and of a case in it', async () => {
  const { folder: cwd } = await createWorkspace({
    'a.yaml': 'tests: parts\n',
    'b.yaml': 'tests: [{ id: own, criteria: x, input: Hi }, parts]\n',
    'c.yaml': 'tests: nothing\n',
    'parts/one/case.yaml': 'criteria: x\ninput: Hi\n',
    'parts/two/case.yaml': 'criteria: x\ninput: Hi\n',
  });
  const ids = async (file: string) => (await runAssay(['cases', file, '--json'], { cwd })).stdout.trimEnd().split('\n').map((line) => (JSON.parse(line) as { id: string }).id);
  expect([await ids('a.yaml'), await ids('b.yaml')]).toEqual([['one', 'two'], ['own', 'one', 'two']]);
  const wrong = await runAssay(['cases', 'c.yaml'], { cwd });
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('c.yaml:1:8: error: tests must be a list of cases, not a string')]);
});
