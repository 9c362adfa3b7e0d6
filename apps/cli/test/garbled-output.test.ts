import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { askedTarget, HELLO } from './support/projects/asked-target.js';
import { createWorkspace } from './support/projects/workspace.js';

const suite = (command: string): string => `targets: [{ name: agent, provider: cli, command: ${JSON.stringify(command)} }]
target: agent
evalcases:
  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: café }] }
`;

test.each([
  ['output', String.raw`printf 'caf\351'`],
  ['reply in JSON', String.raw`printf '{"text":"caf\351"}'`],
  ['file', String.raw`printf 'caf\351' > {OUTPUT_FILE}`],
])('of a program whose %s is no UTF-8 the row says so', async (_, command) => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': suite(command) });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  const [row] = await rows('out');
  expect(row?.output?.text).toBe('caf\uFFFD');
  expect(row?.warnings?.join(' ')).toContain('programs have to write UTF-8');
});

test.each([
  ['output', String.raw`printf 'caf\357\277\275'`],
  ['reply in JSON', String.raw`printf '{"text":"caf\357\277\275"}'`],
  ['file', String.raw`printf 'caf\357\277\275' > {OUTPUT_FILE}`],
])('one whose %s has the sign itself has written it, in UTF-8', async (_, command) => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': suite(command) });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ output, warnings }) => [output?.text, warnings ?? []])).toEqual([['caf\uFFFD', []]]);
});

test('one whose output is UTF-8 has no such warning', async () => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': suite(String.raw`printf 'caf\303\251'`) });
  expect((await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder })).exitCode).toBe(0);
  expect((await rows('out')).map(({ score, warnings }) => [score, warnings ?? []])).toEqual([[1, []]]);
});

describe('of a reply of an API', () => {
  const said = 'the reply has \uFFFD in it, which stands for what is no UTF-8: APIs have to send UTF-8';
  const cafe = JSON.stringify(HELLO.chat).replace('hello', 'hello caf\u00E9');
  const event = (delta: object, end: string | null) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`;
  const streamed = `${event({ content: 'hello caf\u00E9' }, null)}${event({}, 'stop')}data: [DONE]\n\n`;

  test.each([
    ['in one piece', cafe, ''],
    ['in a stream', streamed, ', stream: true'],
  ])('%s that is no UTF-8 the row says so', async (_, text, options) => {
    const { row } = await askedTarget({ provider: 'openai-compatible', options, answer: Buffer.from(text, 'latin1') });
    expect(row).toMatchObject({ score: 1, output: { text: 'hello caf\uFFFD' }, warnings: [said] });
  });

  test.each([
    ['in one piece', cafe, ''],
    ['in a stream', streamed, ', stream: true'],
  ])('%s that has the sign itself it says nothing', async (_, text, options) => {
    const { row } = await askedTarget({ provider: 'openai-compatible', options, answer: Buffer.from(text.replace('\u00E9', '\uFFFD')) });
    expect(row).toMatchObject({ score: 1, output: { text: 'hello caf\uFFFD' } });
    expect(row?.warnings ?? []).toEqual([]);
  });
});
