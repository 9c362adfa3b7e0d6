import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/assay.js';
import { attempt, type BadInput } from './support/projects/bad-input.js';
import { run } from './support/projects/run-on-mock.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a prompt that looks for a long text in a long reply is filled in, and the command ends after that', async () => {
  const half = 'a'.repeat(150_000);
  const prompt = '{% if candidate_answer contains question %}Again.{% endif %}{{ candidate_answer | remove: question | size }} characters. Are they enough?';
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n  - {id: one, expected_outcome: long, input: ${half}b${half}, evaluators: [{type: llm_judge, prompt: '${prompt}'}]}\n`,
    '.assay/targets.yaml': `targets:
  - {name: bot, provider: mock, reply: ${'a'.repeat(400_000)}, judge_target: judge}
  - {name: judge, provider: mock, reply: '{"reflection": "fine", "classification": 1}'}
`,
  });
  const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', 'bot'], { cwd: workspace.folder });
  expect(exitCode, stderr).toBe(0);
  expect((await workspace.rows()).map(({ score }) => score)).toEqual([1]);
});

test('ten thousand columns, cells of megabytes and NUL bytes are cells as others', async () => {
  const long = 'x'.repeat(20_000_000);
  const csv = `question,answer,${Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')}\n"${long}",b${',c'.repeat(10_000)}\na\0b,b${','.repeat(10_000)}\n`;
  const { exitCode, workspace } = await run({ 'data.csv': csv, 'data.yaml': 'prompts: ["{{question}}"]\nevaluators: [{ type: contains, value: x }]\n' }, 'data.csv');
  const rows = await workspace.rows('out');
  expect(rows.map(({ input, vars, score, source }) => [String(input[0]?.content).length, vars?.['c9999'], score, source])).toEqual([[long.length, 'c', 1, 'data.csv:2:1'], [3, '', 0, 'data.csv:3:1']]);
  expect(exitCode).toBe(1);
});

describe('bad input in files: one clear message with its place and the way out', () => {
  test('a line of 200 MB', async () => {
    const input: BadInput = {
      what: 'a line of 200 MB',
      files: { 'x.jsonl': Buffer.concat([Buffer.from('{"id":"a","input":"'), Buffer.alloc(200 * 1024 * 1024, 'x'), Buffer.from('"}\n')]) },
      args: ['run', 'x.jsonl', '--target', 'mock'],
      exitCode: 2,
      says: [/x\.jsonl:1:1/u, /Line 1/u, 'fix:'],
    };
    const { exitCode, signal, output, plain } = await attempt(input);
    expect(signal).toBeNull();
    for (const text of input.says) expect(output).toMatch(text);
    expect(plain).not.toMatch(/\n\s+at .*\(|something went wrong inside/u);
    expect(exitCode).toBe(input.exitCode);
  });
});
