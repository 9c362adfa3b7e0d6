import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const YAML = `evalcases:
  - id: short
    expected_outcome: says hello
    input: Say hello
    rubrics: [Must be polite]
  - id: 7
    expected_outcome: says bye
    input: [{role: system, content: Be brief}, {role: user, content: Say bye}]
    evaluators: [{type: contains, value: bye, weight: 2}]
`;

describe('assay validate', () => {
  test('a valid file: exit 0 and a line with the numbers', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': YAML });
    const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
    expect(stdout).toBe('valid: 1 suite, 2 cases, 0 errors, 0 warnings\n');
    expect(exitCode).toBe(0);
  });

  test('lists the findings of all files, not only of the first', async () => {
    const { folder } = await createWorkspace({
      'a.yaml': YAML.replace('contains', 'contians').replace('weight: 2', 'weight: -2'),
      'b.yaml': 'evalcases: [',
      'c.jsonl': '{"id": 1, "expected_outcome": "x", "input": "x", "weigth": 3}\n',
    });
    const { exitCode, stdout } = await runAssay(['validate', '.'], { cwd: folder });
    expect(stdout).toMatch(/a\.yaml:9:\d+: error/u);
    expect(stdout).toMatch(/weight must be >= 0/u);
    expect(stdout).toMatch(/b\.yaml:\d+:\d+: error/u);
    expect(stdout).toMatch(/c\.jsonl:1:\d+: warning.*weigth/u);
    expect(stdout).toMatch(/^invalid: /mu);
    expect(exitCode).toBe(2);
  });

  test('--strict turns warnings into errors; --json is for scripts', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': YAML.replace('weight: 2', 'wieght: 2') });
    expect((await runAssay(['validate', 'a.yaml'], { cwd: folder })).exitCode).toBe(0);
    const { exitCode, stdout } = await runAssay(['validate', 'a.yaml', '--strict', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      suites: 1,
      cases: 2,
      diagnostics: [{ severity: 'warning', code: 'unknown-key', file: 'a.yaml', line: 9 }],
    });
    expect(exitCode).toBe(2);
  });
});

describe('assay cases', () => {
  test('--json prints normalized cases that are a dataset again', async () => {
    const { folder, write } = await createWorkspace({ 'a.yaml': YAML });
    const { stdout } = await runAssay(['cases', 'a.yaml', '--json'], { cwd: folder });
    const cases = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(cases).toMatchObject([
      {
        id: 'short',
        input_messages: [{ role: 'user', content: 'Say hello' }],
        evaluators: [{ name: 'rubric', type: 'rubric', weight: 1, rubrics: ['Must be polite'] }],
      },
      { id: '7', evaluators: [{ name: 'contains', type: 'contains', weight: 2, value: 'bye' }] },
    ]);
    await write({ 'b.jsonl': stdout });
    const again = await runAssay(['cases', 'b.jsonl', '--json'], { cwd: folder });
    expect(again.stdout).toBe(stdout);
  });

  test('without --json a person can read it', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': YAML });
    const { stdout } = await runAssay(['cases', 'a.yaml', '--id', 's*'], { cwd: folder });
    expect(stdout).toContain('short  a.yaml:2');
    expect(stdout).toContain('scored by rubric');
    expect(stdout).not.toContain('bye');
  });
});

describe('assay score', () => {
  test('scores outputs that exist already, with their tool calls, cost and time', async () => {
    const { folder, rows } = await createWorkspace({
      'a.yaml': `evalcases:
  - {id: one, expected_outcome: x, input: x, evaluators: [{type: contains, value: hello}]}
  - {id: two, expected_outcome: x, input: x, evaluators: [{type: tool_trajectory, mode: exact, expected: [{tool: search}]}]}
  - {id: three, expected_outcome: x, input: x, evaluators: [{type: contains, value: hello}]}
`,
      'out.jsonl': [
        { id: 'one', text: 'hello there', token_usage: { input: 3, output: 4 }, cost_usd: 0.5, duration_ms: 12 },
        { id: 'two', output_messages: [{ role: 'assistant', content: 'done', tool_calls: [{ tool: 'search', input: { q: 1 } }] }] },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    });
    const { exitCode, stdout } = await runAssay(['score', 'a.yaml', '--outputs', 'out.jsonl'], { cwd: folder });
    const scored = new Map((await rows()).map((row) => [row.caseId, row]));
    expect(scored.get('one')).toMatchObject({ score: 1, costUsd: 0.5, latencyMs: 12, usage: { inputTokens: 3, outputTokens: 4 } });
    expect(scored.get('two')).toMatchObject({ score: 1, output: { toolCalls: [{ tool: 'search', input: { q: 1 } }] } });
    expect(scored.get('three')).toMatchObject({ status: 'error', score: null, error: { code: 'no_recording' } });
    expect(stdout).toContain('three');
    expect(exitCode).toBe(3);
  });
});

describe('assay list', () => {
  test.each([
    ['evaluators', ['llm_judge', 'rubric', 'code_judge', 'tool_trajectory']],
    ['options', ['--concurrency <n>', '--judge <judge>', 'aliasPrecedence']],
    ['functions', ['contains', 'icontains', 'matches']],
    ['providers', ['openai', 'anthropic', 'openai-compatible', 'cli', 'replay', 'mock']],
    ['formats', ['.yaml', '.jsonl']],
  ])('%s come from the registries', async (what, names) => {
    const { folder } = await createWorkspace();
    const { exitCode, stdout } = await runAssay(['list', what], { cwd: folder });
    for (const name of names) expect(stdout).toContain(name);
    expect(exitCode).toBe(0);
    expect(JSON.parse((await runAssay(['list', what, '--json'], { cwd: folder })).stdout)).toBeInstanceOf(Array);
  });

  test('targets and runs are those of the project', async () => {
    const { folder } = await createWorkspace({
      'a.yaml': 'evalcases:\n  - {id: one, expected_outcome: x, input: x, evaluators: [{type: contains, value: x}]}\n',
      '.assay/targets.yaml': 'targets:\n  - {name: echo, provider: mock}\n',
    });
    await runAssay(['run', 'a.yaml', '--target', 'echo'], { cwd: folder });
    expect((await runAssay(['list', 'targets'], { cwd: folder })).stdout).toMatch(/echo +mock .*targets\.yaml:2/u);
    expect((await runAssay(['list', 'runs'], { cwd: folder })).stdout).toMatch(/\d{4}-\d\d-\d\d.*1 row/u);
  });

  test('wide characters take two columns: what is said of them stands in line, and is broken at the edge', async () => {
    const models = Array.from({ length: 6 }, (_, index) => `mock:模型${index}`);
    const { folder } = await createWorkspace({ '.assay/targets.yaml': 'targets:\n  - {name: abcd, provider: mock}\n  - {name: 日本, provider: mock}\n', '.assay/config.yaml': `collections:\n  all: [${models.join(', ')}]\n` });
    const { stdout } = await runAssay(['list', 'targets'], { cwd: folder, env: { COLUMNS: '44' } });
    expect(stdout).toBe(`targets
  abcd  mock  .assay/targets.yaml:2
  日本  mock  .assay/targets.yaml:3
  all   collection of mock:模型0,
        mock:模型1, mock:模型2, mock:模型3,
        mock:模型4, mock:模型5
`);
  });
});

describe('assay --help and --version', () => {
  test('list every command, and exit 0', async () => {
    const { folder } = await createWorkspace();
    const { exitCode, stdout } = await runAssay(['--help'], { cwd: folder });
    for (const command of ['run|eval', 'validate', 'cases', 'score', 'list']) expect(stdout).toContain(command);
    expect(exitCode).toBe(0);
    expect((await runAssay(['--version'], { cwd: folder })).stdout).toMatch(/^\d+\.\d+\.\d+/u);
  });
});

describe('without a terminal', () => {
  const plainly = { NO_COLOR: '', CI: 'true', TERM: 'xterm-256color' };

  test.each([
    ['run', ['run', 'a.yaml', '--target', 'mock', '--verbose']],
    ['validate', ['validate', 'a.yaml', 'broken.yaml']],
    ['cases', ['cases', 'a.yaml']],
    ['list', ['list']],
    ['init', ['init', 'new']],
    ['an error', ['run', 'nope.yaml']],
    ['findings', ['run', 'broken.yaml', '--target', 'mock']],
  ])('there are no escape codes, not in CI jobs either: %s', async (_, args) => {
    const { folder } = await createWorkspace({
      'a.yaml': 'evalcases:\n  - {id: one, expected_outcome: x, input: x, evaluators: [{type: contains, value: y}]}\n',
      'broken.yaml': 'evalcases: [',
    });
    const { stdout, stderr } = await runAssay(args, { cwd: folder, env: plainly });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toContain('\u001B');
  });
});
