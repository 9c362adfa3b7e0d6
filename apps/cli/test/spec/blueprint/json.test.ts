import { describe, expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { pointScores, startJudge, targetLine } from '../../support/projects/blueprints.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load, type Loaded } from '../composed-loader.js';

/** Blueprints in JSON. */

async function read(value: unknown): Promise<Loaded> {
  return load('b.json', { 'b.json': JSON.stringify(value, null, 2) });
}

const errors = ({ findings }: Loaded): string[] => findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

const MINIMAL = {
  title: 'Rivers',
  models: ['openai:gpt-4o-mini'],
  prompts: [
    { id: 'p1', promptText: 'Which river flows through Prague?' },
    { id: 'p2', promptText: 'What is 3 + 3?' },
  ],
};

const RICH = {
  title: 'Everything',
  systemPrompt: 'You advise keepers.',
  point_defs: { scoreBand: 'return 1;' },
  prompts: [
    {
      id: 'p1',
      messages: [
        { role: 'user', content: 'Good day' },
        { role: 'assistant', content: 'To you too, keeper.' },
      ],
      idealResponse: 'An ideal answer',
      points: [
        'A plain point.',
        { "Names the 'careful keeper' rule.": 'Keepers Act of 1911' },
        { $contains: 'keeper' },
        { fn: 'ends_with', fnArgs: '.' },
        { $ref: 'scoreBand' },
      ],
      should_not: [{ $contains: 'guarantee' }],
      noCache: false,
    },
  ],
};

test('as little as possible: one object with a list of prompts', async () => {
  const loaded = await read(MINIMAL);
  expect(errors(loaded)).toEqual([]);
  expect(loaded.suite).toMatchObject({ name: 'b', dialect: 'blueprint', metadata: { title: 'Rivers' }, execution: { targets: ['openai:gpt-4o-mini'] } });
  expect(loaded.cases.map(({ id, inputMessages }) => [id, inputMessages[0]?.content])).toEqual([
    ['p1', 'Which river flows through Prague?'],
    ['p2', 'What is 3 + 3?'],
  ]);
});

describe('with aliases, points and messages', () => {
  test('is read', async () => {
    const loaded = await read(RICH);
    expect(errors(loaded)).toEqual([]);
    expect(loaded.cases).toMatchObject([
      {
        id: 'p1',
        inputMessages: [
          { role: 'system', content: 'You advise keepers.' },
          { role: 'user', content: 'Good day' },
          { role: 'assistant', content: 'To you too, keeper.' },
        ],
        expectedMessages: [{ role: 'assistant', content: 'An ideal answer' }],
        execution: { noCache: false },
        evaluators: [
          {
            options: {
              should: [
                { text: 'A plain point.' },
                { text: "Names the 'careful keeper' rule.", citation: 'Keepers Act of 1911' },
                { fn: 'contains', arg: 'keeper' },
                { fn: 'ends_with', arg: '.' },
                { fn: 'js', arg: 'return 1;' },
              ],
              should_not: [{ fn: 'contains', arg: 'guarantee' }],
            },
          },
        ],
      },
    ]);
  });

  test('is run: as the conversation ends in an answer, that one is assessed', async () => {
    const judge = await startJudge({ 'A plain point': 'FULLY_MET', 'careful keeper': 'HALF_MET' });
    const workspace = await createWorkspace({
      'b.json': JSON.stringify(RICH),
      '.assay/targets.yaml': `targets:\n${targetLine('judge', judge.url)}`,
    });
    const { exitCode } = await runAssay(['run', 'b.json', '--target', 'judge', '--judge', 'judge'], { cwd: workspace.folder });
    const [row] = await workspace.rows();
    expect(row && pointScores(row)).toEqual([1, 0.5, 1, 1, 1, 1]);
    expect(row).toMatchObject({ suite: 'b', score: 5.5 / 6, output: { text: 'To you too, keeper.' } });
    expect(exitCode).toBe(0);
    expect(judge.requests).toHaveLength(2);
  });
});

test('reads as the same blueprint in YAML does', async () => {
  const inYaml = await load('b.yml', { 'b.yml': JSON.stringify(RICH) });
  expect((await read(RICH)).cases).toStrictEqual(inYaml.cases);
});

test.each([[[{ prompt: 'Q?' }]], [{ prompt: 'Q?', should: ['Answers.'] }]])('must be one object with prompts: %j is an error', async (value) => {
  expect(errors(await read(value))).toEqual(['a JSON blueprint must be one object with a list of prompts']);
});

test('all the rest of the format: generated turns, ai, aliases, weights, render_as and noCache, for the file and for a prompt', async () => {
  const loaded = await read({
    configTitle: 'Rest',
    render_as: 'plaintext',
    noCache: true,
    temperatures: [0, 1],
    citation: 'Atlas',
    prompts: [
      { id: 'a', messages: [{ user: 'A?' }, { assistant: null }, { user: 'B?' }, { ai: 'C.' }, { user: 'D?' }], expect: [{ text: 'x', multiplier: 2 }], importance: 2 },
      { id: 'b', prompt: 'E?', reference: { name: 'Map' }, render_as: 'html', noCache: false, expectations: [{ fn: 'contains', arg: 'y', weight: 3 }] },
    ],
  });
  expect(errors(loaded)).toEqual([]);
  expect(loaded.suite?.metadata).toEqual({ title: 'Rest', render_as: 'plaintext', references: [{ title: 'Atlas' }] });
  expect(loaded.cases).toMatchObject([
    {
      weight: 2,
      inputMessages: [{ role: 'user' }, { role: 'assistant', content: null }, { role: 'user' }, { role: 'assistant', content: 'C.' }, { role: 'user' }],
      execution: { noCache: true, temperatures: [0, 1] },
      metadata: { render_as: 'plaintext' },
      evaluators: [{ options: { should: [{ text: 'x', weight: 2 }] } }],
    },
    { execution: { noCache: false }, metadata: { render_as: 'html', references: [{ title: 'Map' }] }, evaluators: [{ options: { should: [{ fn: 'contains', weight: 3 }] } }] },
  ]);
});
