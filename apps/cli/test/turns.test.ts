import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `target: bot
targets: [{ name: bot, provider: cli, command_template: "node bot.mjs {PROMPT}" }]
tests:
  - id: password
    vars: { who: mara }
    mode: conversation
    aggregation: min
    turns:
      - input: I cannot log in.
        assertions: [{ type: contains, value: log in }]
      - input: "It is {{ who }}."
        assertions: [{ type: contains, value: "{{ who }}" }, { type: contains, value: nowhere }]
      - input: Thanks!
    assertions: [{ type: contains, value: Thanks }]
  - id: stops
    on_turn_failure: stop
    turns:
      - input: Where is it?
        assertions: [{ type: contains, value: nowhere }]
      - input: Number 4711.
        assertions: [{ type: contains, value: "4711" }]
`;

interface Scored {
  readonly name: string;
  readonly score: number | null;
  readonly misses?: readonly string[];
  readonly evaluators?: readonly Scored[];
}

test('turns are asked one after the other, and each is scored by its own reply', async () => {
  const bot = "process.stdout.write('You said: ' + process.argv[2].trim().split('\\n').at(-1));\n";
  const { folder } = await createWorkspace({ 'talk.yaml': SUITE, 'bot.mjs': bot });
  const { exitCode } = await runAssay(['run', 'talk.yaml', '--out', 'out'], { cwd: folder });
  expect(exitCode).toBe(1);
  const lines = (await readFile(join(folder, 'out/results.jsonl'), 'utf8')).trimEnd().split('\n');
  const rows = new Map(lines.map((line) => JSON.parse(line) as { case_id: string; score: number; evaluators: readonly Scored[]; output: { text: string } }).map((row) => [row.case_id, row]));
  const parts = (id: string) => rows.get(id)?.evaluators[0]?.evaluators?.map(({ name, score }) => [name, score]);
  expect(rows.get('password')?.output.text).toBe('You said: I cannot log in.\n\nYou said: It is mara.\n\nYou said: Thanks!');
  expect([rows.get('password')?.score, parts('password')]).toEqual([0.5, [['turn-1', 1], ['turn-2', 0.5], ['conversation', 1]]]);
  expect([rows.get('stops')?.score, parts('stops')]).toEqual([0, [['turn-1', 0], ['turn-2', 0]]]);
  expect(rows.get('stops')?.evaluators[0]?.evaluators?.[1]?.misses).toEqual(['not looked at, since turn-1 failed']);
});

test('what a case with turns asserts under execution is one more part of its score', async () => {
  const { folder } = await createWorkspace({ 'talk.yaml': 'tests:\n  - id: a\n    criteria: Helps\n    execution: { assertions: [{ type: contains, value: nowhere }] }\n    turns: [{ input: Hello, assertions: [{ type: contains, value: Hello }] }]\n' });
  const { exitCode } = await runAssay(['run', 'talk.yaml', '--target', 'mock', '--out', 'out'], { cwd: folder });
  const row = JSON.parse(await readFile(join(folder, 'out/results.jsonl'), 'utf8')) as { score: number; evaluators: readonly Scored[] };
  expect([exitCode, row.score, row.evaluators.map(({ name, score }) => [name, score])]).toEqual([1, 0.5, [['turns', 1], ['contains', 0]]]);
});

test.each([
  ['turns: []', 'talk.yaml:3:12: error: turns must be a list with a turn at least, not an empty list'],
  ['turns: [Hello]', 'talk.yaml:3:13: error: a turn must be a mapping with input, not a string'],
  ['turns: [{ assertions: [{ type: contains, value: a }] }]', 'talk.yaml:3:13: error: a turn has no input'],
  ['turns: [{ input: a, assertions: [{ type: contains, vlaue: b }] }]', 'talk.yaml:3:56: error: unknown key "vlaue" in an assertion of type contains'],
  ['turns: [{ input: a, rubrics: [b] }]', 'talk.yaml:3:25: error: unknown key "rubrics" in turns: it says how replies are scored, and nothing reads it'],
  ['turns: [{ input: a, assert: [contains: b], assertions: [contains: c] }]', 'talk.yaml:3:48: error: assert and assertions are the same here'],
  ['turns: [{ input: a }]\n    assert: [contains: b]\n    assertions: [contains: c]', 'talk.yaml:5:5: error: assert and assertions are the same here'],
  ['turns: [{ input: a, assertions: { type: contains } }]', 'talk.yaml:3:37: error: assertions must be a list, not a mapping'],
  ['turns: [{ input: a }]\n    on_turn_failure: skip', 'talk.yaml:4:22: error: on_turn_failure must be continue or stop, not "skip"'],
  ['turns: [{ input: a }]\n    window_size: 0', 'talk.yaml:4:18: error: window_size must be a whole number >= 1, not the number 0'],
  ['input: a\n    mode: conversation', 'talk.yaml:4:5: error: mode is about turns, and the case has none'],
])('%s says what is wrong with it, and where', async (lines, message) => {
  const { folder } = await createWorkspace({ 'talk.yaml': `tests:\n  - id: a\n    ${lines}\n    criteria: Helps\n` });
  const { exitCode, stderr, stdout } = await runAssay(['validate', 'talk.yaml'], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(`${stderr}${stdout}`).toContain(message);
});
