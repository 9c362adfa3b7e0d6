import type { EvalCase } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { onlyPrompt, outputLines, scoreReplies } from '../../support/projects/blueprints.js';
import { scoreTogether } from '../../support/projects/scored-together.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** The fields of a prompt, by all of their names. */

async function caseOf(fields: string): Promise<EvalCase> {
  const { cases, findings } = await load('b.yml', { 'b.yml': onlyPrompt(`${fields}\n${/^(?:should|points|expect\w*):/mu.test(fields) ? '' : 'should: [Answers.]'}`) });
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  return cases[0] ?? expect.fail('the file has no prompt');
}

async function errorsOf(fields: string): Promise<readonly string[]> {
  const { findings } = await load('b.yml', { 'b.yml': onlyPrompt(fields) });
  return findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

test.each(['prompt', 'promptText'])('%s is what is asked', async (key) => {
  expect((await caseOf(`${key}: "What is a delta?"`)).inputMessages).toEqual([{ role: 'user', content: 'What is a delta?' }]);
});

test.each(['ideal', 'idealResponse'])('%s is the answer that replies are compared with', async (key) => {
  expect((await caseOf(`${key}: "The mouth of a river."`)).expectedMessages).toEqual([{ role: 'assistant', content: 'The mouth of a river.' }]);
});

test('either prompt or messages is required', async () => {
  const { cases, findings } = await load('b.yml', { 'b.yml': '- { id: p1, should: [Answers.] }\n- { id: p2, prompt: "Q?", should: [Answers.] }\n' });
  expect(cases.map(({ id }) => id)).toEqual(['p2']);
  expect(findings).toMatchObject([{ severity: 'warning', message: 'missing prompt', location: { line: 1 } }]);
});

test('prompt and messages cannot stand together', async () => {
  expect(await errorsOf('prompt: Q?\nmessages: [{ user: R? }]')).toEqual(['a prompt has either prompt or messages, but this one has both']);
});

test.each(['citation', 'reference'])('%s of a prompt is a text or a mapping with title (or name) and url', async (key) => {
  expect((await caseOf(`${key}: "Atlas, page 4"`)).metadata).toEqual({ references: [{ title: 'Atlas, page 4' }] });
  expect((await caseOf(`${key}: { title: Atlas, url: "https://atlas.example" }`)).metadata).toEqual({ references: [{ title: 'Atlas', url: 'https://atlas.example' }] });
  expect((await caseOf(`${key}: { name: Atlas }`)).metadata).toEqual({ references: [{ title: 'Atlas' }] });
});

test.each(['should', 'points', 'expect', 'expects', 'expectations'])('%s is the list of points', async (key) => {
  expect((await caseOf(`${key}: [{ $contains: a }]`)).evaluators[0]?.options).toEqual({ should: [{ fn: 'contains', arg: 'a' }] });
});

test('description says what a prompt is for', async () => {
  expect((await caseOf('description: Rivers that end in a lake.')).metadata).toEqual({ description: 'Rivers that end in a lake.' });
});

test('render_as and noCache of a prompt are its own', async () => {
  const { metadata, execution } = await caseOf('render_as: html\nnoCache: true');
  expect(metadata).toEqual({ render_as: 'html' });
  expect(execution.noCache).toBe(true);
});

describe('the weight of a prompt', () => {
  test.concurrent.each(['weight', 'importance', 'multiplier'])('%s counts in the mean of the prompts; the default is 1', async (key) => {
    const blueprint = `- { id: heavy, prompt: "A?", ${key}: 3, should: [{ $contains: a }] }\n- { id: light, prompt: "B?", should: [{ $contains: b }] }\n`;
    const { groups, row } = await scoreTogether(blueprint, { heavy: 'a', light: 'none' });
    expect([row('heavy').caseWeight, row('light').caseWeight]).toEqual([3, 1]);
    expect(groups[0]?.score).toBe(0.75);
  });

  test.each(['0.1', '10'])('%s is allowed', async (weight) => {
    expect((await caseOf(`weight: ${weight}`)).weight).toBe(Number(weight));
  });

  test.each(['0', '0.09', '10.5', '-1', '"3"'])('%s is an error: it goes from 0.1 to 10', async (weight) => {
    expect(await errorsOf(`weight: ${weight}`)).toEqual([expect.stringMatching(/weight of a prompt must be a number from 0\.1 to 10/u)]);
  });
});

describe('replies that exist already', () => {
  test('a prompt without points gives a row without a score, never 0 or a pass', async () => {
    const { row } = await scoreTogether('- { id: bare, prompt: "What is a delta?", ideal: "A river mouth." }\n', { bare: 'Sand.' });
    expect(row('bare')).toMatchObject({ score: null, verdict: null, output: { text: 'Sand.' } });
  });

  test('closeness to the ideal answer is a metric beside the score', async () => {
    const blueprint = '- { id: same, prompt: "A?", ideal: "A river mouth.", should: [{ $contains: x }] }\n- { id: none, prompt: "B?", should: [{ $contains: x }] }\n';
    const { row } = await scoreReplies(blueprint, { same: 'A river mouth.', none: 'x' }, {}, { embeddings: 'mock' });
    expect(row('same')).toMatchObject({ score: 0, metrics: [{ name: 'similarity', value: expect.closeTo(1, 6) }] });
    expect(row('none')).toMatchObject({ score: 1, metrics: [] });
  });

  test('the command scores them: results by the id of the prompt, and its exit code', async () => {
    const workspace = await createWorkspace({
      'blueprints/rivers/long.yml': '- { id: p1, prompt: "A?", should: [{ $contains: Nile }] }\n- { id: p2, prompt: "B?", should: [{ $contains: Nile }] }\n',
      'out.jsonl': outputLines({ p1: 'The Nile.', p2: 'The Amazon.' }),
    });
    const { exitCode, stdout } = await runAssay(['score', 'blueprints/rivers/long.yml', '--outputs', 'out.jsonl', '--json'], { cwd: workspace.folder });
    expect((await workspace.rows()).map(({ suite, caseId, score }) => [suite, caseId, score])).toEqual([
      ['rivers__long', 'p1', 1],
      ['rivers__long', 'p2', 0],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ groups: [{ suite: 'rivers__long', score: 0.5 }] });
    expect(exitCode).toBe(1);
  });
});
