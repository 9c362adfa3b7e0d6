import { decodeRow, encodeRow, type EvaluationInput, type ResultRow, type Trial } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { fixedResources } from '../../test/fixed-resources.js';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../test/samples.js';
import { createTrialExecutor } from '../index.js';

const { signal } = new AbortController();

function overDisk(row: ResultRow): ResultRow {
  return decodeRow(JSON.parse(JSON.stringify(encodeRow(row))));
}

/** Runs a trial, and scores its row again: what the evaluator saw each time, and the rows. */
async function twice(of: Trial, again: Trial = of) {
  const seen: Pick<EvaluationInput, 'evalCase' | 'response'>[] = [];
  let [requests, score] = [0, 0.5];
  const mock = provider(async () => {
    requests += 1;
    return reply(`answer ${requests}`, { warnings: ['said by the target'], confidence: 0.25, finishReason: 'length' });
  });
  const look = scorer('good', (input) => {
    seen.push(input);
    return { score, warnings: [`scored ${score}`] };
  });
  const executor = createTrialExecutor({ runId: 'run-1', resources: fixedResources(mock, { assessors: () => 'a' }), evaluators: [look] });
  const first = await executor.execute(of, { signal });
  const asked = requests;
  score = 1;
  const second = await executor.rescore(again, overDisk(first), { signal });
  return { first, second, seen, asked, requests };
}

const CONVERSATIONS: readonly [string, Trial][] = [
  ['one reply', trial()],
  ['a system prompt of its variant', trial({ variant: { label: 'sys:1', system: 'Be brief' } })],
  ['an open turn at its end', trial({ evalCase: evalCase({ inputMessages: [{ role: 'user', content: 'a' }, { role: 'assistant', content: null }] }) })],
  [
    'open turns in the middle',
    trial({
      evalCase: evalCase({
        inputMessages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: null },
          { role: 'user', content: [{ type: 'file', value: 'x.txt', path: '/evals/x.txt', text: 'of the file' }] },
          { role: 'assistant', content: null },
          { role: 'user', content: 'c' },
        ],
      }),
    }),
  ],
  [
    'an authored end behind an open turn',
    trial({ evalCase: evalCase({ inputMessages: [{ role: 'user', content: 'a' }, { role: 'assistant', content: null }, { role: 'user', content: 'b' }, { role: 'assistant', content: 'the end' }] }) }),
  ],
  ['an authored reply', trial({ evalCase: evalCase({ inputMessages: [{ role: 'user', content: 'a' }, { role: 'assistant', content: 'four' }] }) })],
];

describe('a stored reply that is scored again', () => {
  test.each(CONVERSATIONS)('%s: evaluators see what they saw, the target is not asked, and the rest of the row stays', async (_, of) => {
    const { first, second, seen, asked, requests } = await twice(of);
    expect(requests).toBe(asked);
    expect(seen[1]?.evalCase.inputMessages).toEqual(seen[0]?.evalCase.inputMessages);
    const { text, messages, toolCalls, confidence, usage, costUsd } = seen[0]?.response ?? {};
    expect(seen[1]?.response).toMatchObject(JSON.parse(JSON.stringify({ text, messages, toolCalls, confidence, usage, costUsd })));
    const { score: _score, scoreBounds: _bounds, verdict: _verdict, verdictBounds: _verdicts, evaluators: _results, warnings, finishedAt: _end, startedAt, ...rest } = overDisk(first);
    expect(second).toMatchObject({ ...rest, score: 1, verdict: 'pass' });
    expect(second.warnings.toSorted()).toEqual(warnings.map((warning) => warning.replace('0.5', '1')).toSorted());
    if (asked > 0) expect(second.startedAt).toBe(startedAt);
  });

  test('is told by another key when what it is held against has changed', async () => {
    const stricter = trial({ evalCase: evalCase({ evaluators: [evaluator('good', { weight: 3 })] }) });
    const { first, second } = await twice(trial(), stricter);
    expect(second.trialKey).toBe(first.trialKey);
    expect(second.assessmentKey).not.toBe(first.assessmentKey);
    expect(second.scoringKey).not.toBe(first.scoringKey);
  });
});
