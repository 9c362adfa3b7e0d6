import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { defineEvaluator, type ComparingEvaluator, type ScoringEvaluator } from '../contracts/evaluator.js';
import type { EvaluationScore } from '../domain/score.js';
import { UnscoredError } from '../errors/unscored-error.js';
import { evaluatorConformance } from './evaluator-conformance.js';

/** An evaluator that keeps every promise. */
const good = defineEvaluator({
  name: 'contains_all',
  aliases: ['has_all'],
  description: 'Share of the texts that the reply contains.',
  options: v.object({ values: v.array(v.string()) }),
  examples: [
    { title: 'two words', value: { name: 'words', type: 'contains_all', weight: 2, values: ['Paris', 'Rome'] } },
    { title: 'no words', value: { type: 'contains_all', values: [] } },
  ],
  evaluate: ({ options, response }) => {
    if (options.values.length === 0) throw new UnscoredError('no values', { reason: 'config' });
    const hits = options.values.filter((value) => response.text.includes(value));
    return { score: hits.length / options.values.length, hits, details: { found_count: hits.length } };
  },
});

type Evaluate = ScoringEvaluator['evaluate'];

const broken = async (evaluate: Evaluate): Promise<string[]> =>
  brokenPromises(evaluatorConformance({ ...good, examples: good.examples.slice(0, 1), evaluate }));

const returning =
  (change: (score: EvaluationScore) => object): Evaluate =>
  async (input) => {
    const score = await (good as ScoringEvaluator).evaluate(input);
    return { ...score, ...change(score) };
  };

test('a good evaluator keeps every promise', async () => {
  expect(await brokenPromises(evaluatorConformance(good))).toEqual([]);
});

test('one that says how often it asks judges asks them as often', async () => {
  const judged = { ...good, uses: ['judge'] as const, evaluate: async ({ services, signal }: Parameters<Evaluate>[0]) => {
    const { score } = await services.judges().assess({ kind: 'prompt', scale: 'unit', prompt: 'Is it?' }, { signal });
    return { score };
  } };
  const panel = { judgeIds: ['j'], assess: async () => ({ score: 1, votes: [], usedBackup: false, warnings: [], hits: [], misses: [], reasoning: '' }) };
  const lied = (judgementsOf: NonNullable<ScoringEvaluator['judgementsOf']>): Promise<string[]> =>
    brokenPromises(evaluatorConformance({ ...judged, examples: good.examples.slice(0, 1), judgementsOf }, { services: { judges: () => panel } }));
  expect(await lied(() => 1)).toEqual([]);
  expect(await lied(() => ({ least: 0, most: 2 }))).toEqual([]);
  for (const wrong of [() => 2, () => 0, () => ({ least: 2, most: 1 }), () => 0.5]) expect(await lied(wrong)).toEqual(['two words: judges are asked as often as it says']);
});

test('one that asks for judges or vectors says so', async () => {
  const panel = { judgeIds: ['j'], assess: async () => ({ score: 1, votes: [], usedBackup: false, warnings: [], hits: [], misses: [], reasoning: '' }) };
  const services = { judges: () => panel, embed: async (texts: readonly string[]) => texts.map(() => [1]) };
  const asking = (change: Partial<ScoringEvaluator>): Promise<string[]> =>
    brokenPromises(evaluatorConformance({ ...(good as ScoringEvaluator), examples: good.examples.slice(0, 1), ...change }, { services }));
  const judged: Evaluate = async (input) => {
    await input.services.judges().assess({ kind: 'prompt', scale: 'unit', prompt: 'Is it?' }, { signal: input.signal });
    return good.evaluate(input as Parameters<typeof good.evaluate>[0]);
  };
  const measured: Evaluate = async (input) => {
    await input.services.embed(['a']);
    return good.evaluate(input as Parameters<typeof good.evaluate>[0]);
  };
  const lied = ['two words: it says that it uses what it asks for'];
  expect(await asking({ evaluate: judged })).toEqual(lied);
  expect(await asking({ evaluate: judged, uses: ['embeddings'] })).toEqual(lied);
  expect(await asking({ evaluate: judged, uses: ['judge'] })).toEqual([]);
  expect(await asking({ evaluate: measured })).toEqual(lied);
  expect(await asking({ evaluate: measured, uses: ['embeddings'] })).toEqual([]);
  expect(await asking({ judgesOf: () => undefined })).toEqual(lied);
  const compare: ComparingEvaluator['compare'] = async ({ replies, services: { judges }, signal }) => {
    await judges().assess({ kind: 'prompt', scale: 'unit', prompt: 'Is it?' }, { signal });
    return replies.map(() => ({ score: 1 }));
  };
  const { evaluate: _, ...rest } = good;
  expect(await brokenPromises(evaluatorConformance({ ...rest, examples: good.examples.slice(0, 1), compare }, { services }))).toEqual(lied);
});

test('criteria in another order are accepted, and ask for the same', async () => {
  const reordering = (reordered: NonNullable<ScoringEvaluator['reordered']>, evaluate?: Evaluate): Promise<string[]> =>
    brokenPromises(evaluatorConformance({ ...good, ...(evaluate && { evaluate }), examples: good.examples.slice(0, 1), reordered }));
  expect(await reordering(({ values }) => ({ values: (values as string[]).toReversed() }))).toEqual([]);
  expect(await reordering(() => undefined)).toEqual([]);
  const broken = ['two words: in another order it asks for the same'];
  for (const wrong of [() => ({ values: 'Rome' }), () => ({ values: ['Berlin'] }), (options) => options] as const satisfies NonNullable<ScoringEvaluator['reordered']>[]) expect(await reordering(wrong)).toEqual(broken);
});

test('commands that are written as texts may come as lists', async () => {
  const started = (run: v.GenericSchema) =>
    brokenPromises(evaluatorConformance({ ...good, options: v.object({ on: v.object({ run }) }), commands: [['on', 'run']], examples: [{ title: 'a program', value: { type: 'x', on: { run: 'node a.mjs' } } }], evaluate: () => ({ score: 1 }) }));
  expect(await started(v.union([v.string(), v.array(v.string())]))).toEqual([]);
  expect(await started(v.string())).toEqual(['commands that are written as texts are accepted as the lists that they become']);
});

test('samples and services of the suite reach the evaluator', async () => {
  const seen: unknown[] = [];
  const checks = evaluatorConformance(
    {
      ...good,
      evaluate: ({ options, config, evalCase, response, services, signal }) => {
        seen.push({ options, config: config.options, id: evalCase.id, text: response.text, folder: services.directory });
        expect(signal.aborted).toBe(false);
        return { score: 1 };
      },
    },
    {
      samples: [
        { title: 's', entry: { weight: 3, values: ['x'] }, evalCase: { id: 'other' }, response: { text: 'a reply' } },
      ],
      services: { directory: '/suite' },
    },
  );
  expect(await brokenPromises(checks)).toEqual([]);
  expect(seen[0]).toEqual({
    options: { values: ['x'] },
    config: { values: ['x'] },
    id: 'other',
    text: 'a reply',
    folder: '/suite',
  });
});

describe('a broken evaluator fails the check of the promise that it breaks', () => {
  const SCORE = 'two words: the score is in [0, 1], or null with an error';
  const TWICE = 'two words: evaluating twice gives the same';
  const ONCE = 'two words: what is evaluated at once, with other replies, gives the same';
  const INPUT = 'two words: the entry, the case and the response are left as they are';
  const ODD = 'two words: odd replies are scored or refused, and never crash it';
  const ONE = 'scores at least one of the samples';

  test.each<[string, Evaluate, readonly string[]]>([
    ['a score above 1', returning(() => ({ score: 1.5 })), [SCORE, ODD]],
    ['a score that is no number', returning(() => ({ score: Number.NaN })), [SCORE, ODD]],
    ['a null without a reason', returning(() => ({ score: null })), [SCORE, ODD, ONE]],
    ['bounds that do not enclose the score', returning(() => ({ bounds: { worst: 0.9, best: 1 } })), [SCORE, ODD]],
    ['bounds that are turned round', returning(() => ({ bounds: { worst: 1, best: 0 } })), [SCORE, ODD]],
    ['an unscored point without a reason', returning(() => ({ points: [{ text: 'p', score: null, weight: 1 }] })), [SCORE, ODD]],
    ['a negative weight of a point', returning(() => ({ points: [{ text: 'p', score: 1, weight: -1 }] })), [SCORE, ODD]],
    [
      'a member of a composite out of range',
      returning(() => ({ evaluators: [{ name: 'm', type: 't', weight: 1, score: 2 }] })),
      [SCORE, ODD],
    ],
    ['a verdict of its own making', returning(() => ({ verdict: 'great' })), [SCORE, ODD]],
    ['an error beside a score, which would count for nothing', returning(() => ({ error: { code: 'c', message: 'm' } })), [SCORE, ODD]],
    ['a field that no answer has', returning(() => ({ missed: ['Rome'] })), [SCORE, ODD]],
    ['a text in place of a list of texts', returning(() => ({ hits: 'Paris' })), [SCORE, ODD]],
    ['reasoning that is no text', returning(() => ({ reasoning: 5 })), [SCORE, ODD]],
    ['a bare number', (() => 1) as unknown as Evaluate, [SCORE, ODD, ONE]],
    ['nothing', (() => undefined) as unknown as Evaluate, [SCORE, ODD, ONE]],
    ['a cost below 0', returning(() => ({ judgeCostUsd: -1 })), [SCORE, ODD]],
    ['details that JSON cannot hold', returning(() => ({ details: { at: new Map([[1, 2]]) } })), [SCORE, ODD]],
    ['details that JSON cannot hold, of an empty reply', ({ response: { text } }) => ({ score: 1, details: { share: text === '' ? Number.NaN : 1 } }), [ODD]],
    ['always unscored', () => ({ score: null, error: { code: 'c', message: 'm' } }), [ONE]],
    [
      'a crash on an odd reply',
      (input) => {
        if (input.response.text === '') throw new TypeError('no text');
        return { score: 1 };
      },
      [ODD],
    ],
    [
      'a case that is changed',
      (input) => {
        Object.assign(input.evalCase, { id: 'changed' });
        return { score: 1 };
      },
      [INPUT],
    ],
    [
      'options that are changed',
      (input) => {
        (input.options as { values: string[] }).values.pop();
        return { score: 1 };
      },
      [INPUT],
    ],
  ])('%s', async (_title, evaluate, promises) => {
    expect(await broken(evaluate)).toEqual(promises);
  });

  test.each<[string, object, string]>([
    ['a bare number', { evaluate: () => 1 }, 'two words gave the number 1 in place of an answer: an answer is an object with a score, as { score: 1 }'],
    ['nothing', { evaluate: () => undefined }, 'two words gave nothing in place of an answer: an answer is an object with a score, as { score: 1 }'],
    ['a verdict of its own making', { evaluate: () => ({ score: 0, verdict: 'FAIL' }) }, 'two words gave verdict that cannot be: it has to be pass, borderline or fail, not "FAIL"'],
    ['the verdict null', { evaluate: () => ({ score: 0, verdict: null }) }, 'two words gave the verdict null: it has to be pass, borderline or fail, or left out'],
    ['a misspelt field', { evaluate: () => ({ score: 0, misse: ['x'] }) }, 'two words gave "misse", which no answer has: did you mean misses? What is to be kept beside a score goes into details'],
    ['an error beside a score', { evaluate: () => ({ score: 0, error: { code: 'c', message: 'too late' } }) }, 'two words gave a score and an error at once, of which the error would count: too late'],
    ['an error of another kind', { evaluate: () => Promise.reject(new Error('no')) }, '"two words" threw Error: no, which is no error of Assay'],
    ['no examples', { examples: undefined }, 'there is an example'],
    ['options that are no schema', { options: { values: 'texts' } }, 'options is no schema of valibot, as v.object({ … })'],
    ['no list of scores for several replies', { evaluate: undefined, compare: () => ({ score: 1 }) }, '"two words" gave a mapping in place of a list of answers, one for each reply'],
  ])('and is told in words that help: %s', async (_title, change, message) => {
    const checks = evaluatorConformance({ ...(good as ScoringEvaluator), examples: good.examples.slice(0, 1), ...change });
    const results = await Promise.allSettled(checks.map(async ({ run }) => run()));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : []));
    expect(reasons).toContain(message);
  });

  test('a result that differs from time to time', async () => {
    let count = 0;
    expect(
      await broken(() => {
        count++;
        return { score: 1 / count };
      }),
    ).toEqual([TWICE, ONCE]);
  });

  test('one that keeps the reply in a place that the next one takes while it waits', async () => {
    let reply = '';
    const mixing: Evaluate = async ({ response }) => {
      reply = response.text;
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { score: reply.includes('Paris') ? 1 : 0 };
    };
    const checks = evaluatorConformance({ ...good, examples: good.examples.slice(0, 1), evaluate: mixing });
    const failed: string[] = [];
    // One after another: the checks do not disturb each other.
    for (const check of checks) failed.push(...(await brokenPromises([check])));
    expect(failed).toEqual([ONCE]);
  });
});

describe('what is asked of an evaluator as a file is read', () => {
  const LOOKS = 'looks at options without failing, also where nothing is that they name, and leaves them as they are';
  const SAYS = 'says what an entry has it start, and what must hold, by its options alone';
  const reading = (change: Partial<ScoringEvaluator>): Promise<string[]> => brokenPromises(evaluatorConformance({ ...good, ...change }));

  test('a good one keeps its promises', async () => {
    const check = () => [{ path: ['values', 0], message: 'that is a long text', severity: 'warning' as const }];
    expect(await reading({ check, programs: () => [[], ['values', 0]], mustHold: () => undefined })).toEqual([]);
  });

  test.each<[string, Partial<ScoringEvaluator>, string]>([
    ['fails where a folder is not there', { check: async ({ directory }) => (await readdir(directory)).slice(0, 0).map(() => ({ path: [], message: '' })) }, LOOKS],
    ['throws', { check: () => { throw new TypeError('no file'); } }, LOOKS],
    ['says nothing of what is wrong', { check: () => [{ path: [], message: '' }] }, LOOKS],
    ['says not where', { check: () => [{ message: 'wrong' }] as never }, LOOKS],
    ['sorts the options that it looks at', { check: ({ options }) => (options as { values: string[] }).values.sort() && [] }, LOOKS],
    ['gives one path', { programs: () => ['values'] as never }, SAYS],
    ['gives no path', { programs: () => undefined as never }, SAYS],
    ['says true', { mustHold: () => true as never }, SAYS],
  ])('one that %s breaks them', async (_what, change, promise) => {
    expect(await reading(change)).toEqual([promise]);
  });
});

const ranks = defineEvaluator({
  name: 'longest',
  description: 'The longest reply is the best.',
  options: v.object({}),
  examples: [{ title: 'plain', value: { type: 'longest' } }],
  compare: ({ replies }) => {
    const most = Math.max(...replies.map(({ response }) => response.text.length));
    return replies.map(({ response }) => ({ score: response.text.length === most ? 1 : 0 }));
  },
});

describe('an evaluator that compares', () => {
  const EACH = 'plain: two replies and three have a score in [0, 1] each, or null with an error';
  const TWICE = 'plain: comparing twice gives the same, and the input, which is frozen, is left as it is';
  const ONCE = 'plain: what is compared at once, of other replies, gives the same';
  const EQUAL = 'plain: equal replies have equal scores';
  const PLACE = 'plain: a reply has the same score wherever it stands in the list';
  const ODD = 'plain: odd replies are scored or refused, and never crash it';

  test('a good one keeps every promise', async () => {
    expect(await brokenPromises(evaluatorConformance(ranks))).toEqual([]);
  });

  let count = 0;
  test.each<[string, ComparingEvaluator['compare'], readonly string[]]>([
    ['a score too few', ({ replies }) => replies.slice(1).map(() => ({ score: 1 })), [EACH, ODD]],
    ['a score above 1', ({ replies }) => replies.map(() => ({ score: 2 })), [EACH, ODD]],
    ['the first is always preferred', ({ replies }) => replies.map((_, index) => ({ score: index === 0 ? 1 : 0 })), [EQUAL, PLACE]],
    ['the first of the shorter ones is preferred', ({ replies }) => replies.map(({ response: { text } }, index) => ({ score: text === 'Paris.' ? 0.5 : 1 / (index + 1) })), [PLACE]],
    ['replies that are taken away', ({ replies }) => [(replies as unknown[]).pop()].map(() => ({ score: 1 })), [EACH, TWICE, ONCE, EQUAL, PLACE, ODD]],
    ['always unscored', ({ replies }) => replies.map(() => ({ score: null, error: { code: 'c', message: 'm' } })), [EACH]],
    ['what differs from time to time', ({ replies }) => replies.map(() => ({ score: 1 / (count += 1) })), [TWICE, ONCE, EQUAL, PLACE]],
  ])('%s', async (_title, compare, promises) => {
    expect(await brokenPromises(evaluatorConformance({ ...ranks, compare }))).toEqual(promises);
  });
});
