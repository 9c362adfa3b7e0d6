import { describe, expect, test } from 'vitest';
import type { Finished } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { BOTH, score, streamed, testRefusedOutputs, YAML } from './support/projects/stored-outputs.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('outputs that cannot be used: exit 2 with file and line, and nothing is scored', () => {
  testRefusedOutputs([
    ['no JSON', `${BOTH}{"id": `, 3, 'invalid JSON'],
    ['no id', `${BOTH}\n{"text": "x"}`, 4, 'a row needs an id'],
    ['an id that stands twice', `${BOTH}{"id": "one", "text": "b"}`, 3, 'id "one" is recorded twice, first on line 1'],
    ['a negative cost', '{"id": "one", "text": "a", "cost_usd": -1}', 1, 'cost_usd must be a number >= 0, not -1'],
    ['a key that stands twice', '{"id": "one", "text": "b", "text": "a"}', '1:28', 'the key "text" stands here a second time'],
    ['an empty file', '', 1, 'there is no reply in this file'],
  ]);

  test('a folder, or nothing at all', async () => {
    const { folder } = await createWorkspace({ 'set.yaml': YAML, 'sub/x': '' });
    for (const [outputs, message] of [['sub', 'cannot read sub: it is a folder'], ['none.jsonl', 'cannot read none.jsonl: it does not exist']] as const) {
      const { exitCode, stderr } = await runAssay(['score', 'set.yaml', '--outputs', outputs], { cwd: folder });
      expect(stderr).toContain(message);
      expect(exitCode).toBe(2);
    }
  });

  test.each([
    ['Latin-1', Buffer.from(`${BOTH}{"id": "café", "text": "é"}\n`, 'latin1'), '3:12: error: the line is not in UTF-8'],
    ['UTF-16', Buffer.from(`\uFEFF${BOTH}`, 'utf16le'), '1:1: error: the file is in UTF-16, not UTF-8'],
  ])('%s: no reply is scored by what stands in place of its characters', async (_, outputs, message) => {
    const { folder } = await createWorkspace({ 'set.yaml': YAML, 'out.jsonl': outputs });
    const { exitCode, stderr } = await runAssay(['score', 'set.yaml', '--outputs', 'out.jsonl'], { cwd: folder });
    expect(stderr).toBe(`out.jsonl:${message}\n  fix: save the file as UTF-8\n`);
    expect(exitCode).toBe(2);
  });

  test('a recording of a target is checked in the same way', async () => {
    const { folder } = await createWorkspace({
      'set.yaml': YAML,
      'rec.jsonl': '{"id": "one", "text": "a"}\nnonsense\n',
      '.assay/targets.yaml': 'targets:\n  - {name: rec, provider: replay, recording: rec.jsonl}\n',
    });
    const { exitCode, stderr } = await runAssay(['run', 'set.yaml', '--target', 'rec'], { cwd: folder });
    expect(stderr).toContain('rec.jsonl:2:1: error: invalid JSON');
    expect(exitCode).toBe(2);
  });
});

describe('outputs that fit', () => {
  test('line ends of Windows, a byte order mark, empty lines and nulls change nothing', async () => {
    const outputs = `\uFEFF{"id": "one", "text": "a", "cost_usd": null}\r\n\r\n{"id": "two", "text": "a", "confidence": null}\r\n`;
    const { exitCode, stderr } = await score(outputs);
    expect(stderr).not.toMatch(/warning|error/u);
    expect(exitCode).toBe(0);
  });

  test('keys of other tools are left alone, mistyped ones are not', async () => {
    const { exitCode, stderr } = await score(BOTH.replaceAll('}', ', "category": "x", "tokenusage": {}}'));
    expect(stderr).toContain('out.jsonl:1:1: warning: unknown key "tokenusage" (on 2 lines)');
    expect(stderr).toContain('did you mean "token_usage"?');
    expect(stderr).not.toContain('category');
    expect(exitCode).toBe(0);
  });
});

describe.each([
  ['a file that is read whole', {}],
  ['a dataset that is streamed', streamed],
])('outputs and cases that do not fit each other, in %s', (_which, options) => {
  test('ids that no case has are counted, and the first are named', async () => {
    const others = Array.from({ length: 7 }, (_, number) => `{"id": "other-${number}", "text": "a"}\n`).join('');
    const { exitCode, stderr } = await score(`${BOTH}{"id": "onee", "text": "a"}\n${others}`, options);
    expect(stderr).toContain(
      'out.jsonl:3:1: warning: 8 outputs are not used, since no case has the id: "onee" (line 3), "other-0" (line 4), "other-1" (line 5), "other-2" (line 6), "other-3" (line 7) and 3 more',
    );
    expect(stderr).toContain('did you mean "one"?');
    expect(exitCode).toBe(0);
  });

  test('cases without an output are named, and leave the run undecided', async () => {
    const { exitCode, stderr } = await score('{"id": "one", "text": "a"}\n', options);
    expect(stderr).toContain('warning: 1 of 2 cases has no output in out.jsonl, and so no score: "two"');
    expect(exitCode).toBe(3);
  });

  test('--strict makes errors of it', async () => {
    expect((await score(`${BOTH}{"id": "three", "text": "a"}\n`, { ...options, args: ['--strict'] })).exitCode).toBe(2);
    expect((await score('{"id": "one", "text": "a"}\n', { ...options, args: ['--strict'] })).exitCode).toBe(2);
  });
});

const TURNS = `title: turns
---
- id: talk
  messages: [{user: first}, {assistant: null}, {user: second}, {assistant: null}, {user: third}]
  should: [$contains: r1, $contains: r2, $contains: r3]
`;

test('why a stored reply ended is read, and listed as it is for a target', async () => {
  const workspace = await createWorkspace({
    'set.yaml': YAML,
    'out.jsonl': '{"id": "one", "text": "a", "finish_reason": "max_tokens"}\n{"id": "two", "text": "a", "finish_reason": "stop"}\n',
  });
  const { stdout, stderr, exitCode } = await runAssay(['score', 'set.yaml', '--outputs', 'out.jsonl', '--out', 'run'], { cwd: workspace.folder });
  const rows = await workspace.rows('run');
  expect(rows.map(({ output }) => output?.finishReason)).toEqual(['length', 'stop']);
  expect(rows[0]?.warnings?.join(' ')).toContain('cut off');
  expect(`${stdout}${stderr}`).toContain('cut off');
  expect(exitCode).toBe(0);
});

describe('a recording of a conversation with several replies', () => {
  async function replay(recording: string): Promise<Finished & { readonly texts: readonly unknown[] }> {
    const workspace = await createWorkspace({
      'b.yml': TURNS,
      'rec.jsonl': recording,
      '.assay/targets.yaml': 'targets:\n  - {name: rec, provider: replay, recording: rec.jsonl}\n',
    });
    const finished = await runAssay(['run', 'b.yml', '--target', 'rec'], { cwd: workspace.folder });
    const [row] = await workspace.rows();
    return { ...finished, texts: (row?.transcript ?? []).filter(({ generated }) => generated).map(({ content }) => content) };
  }

  test('rows name their turn', async () => {
    const rows = [3, 1, 2].map((turn) => JSON.stringify({ id: 'talk', turn, text: `r${turn}` })).join('\n');
    const { exitCode, texts } = await replay(rows);
    expect(texts).toEqual(['r1', 'r2', 'r3']);
    expect(exitCode).toBe(0);
  });

  test('rows that are found by the prompt need none', async () => {
    const rows = '{"match": "third", "text": "r3"}\n{"match": "second", "text": "r2"}\n{"match": "first", "text": "r1"}\n';
    expect((await replay(rows)).texts).toEqual(['r1', 'r2', 'r3']);
  });

  test('one row is not given for every turn: the case is unscored, and it is said what to do', async () => {
    const { exitCode, stdout } = await replay('{"id": "talk", "text": "r1 r2 r3"}\n');
    const told = stdout.replaceAll(/\s+/gu, ' ');
    expect(told).toContain('the conversation of case "talk" asks for reply 2, and rec.jsonl has none for that turn');
    expect(told).toContain('"turn": 2');
    expect(exitCode).toBe(3);
  });
});

test('a run of outputs that changed meanwhile does not go on as if they were the same', async () => {
  const { folder, write } = await createWorkspace({ 'set.yaml': YAML, 'out.jsonl': BOTH });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: folder });
  expect((await assay('score', 'set.yaml', '--outputs', 'out.jsonl')).exitCode).toBe(0);
  expect(await assay('run', '--resume', 'latest')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept') as string });
  await write({ 'out.jsonl': BOTH.replace('"a"', '"changed"') });
  const refused = await assay('run', '--resume', 'latest');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/target "outputs" is not what it was when the run began.*a file that it answers from/u);
  expect(refused.stderr).toContain('--accept-changes');
  expect(await assay('run', '--resume', 'latest', '--accept-changes')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept') as string });
});
