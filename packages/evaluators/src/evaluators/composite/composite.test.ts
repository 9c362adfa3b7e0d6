import {
  toErrorInfo,
  UnscoredError,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorResult,
  type JsonObject,
} from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, problems, type Surroundings } from '../../../test/evaluation-input.js';
import { panelResult, scriptedPanel } from '../../../test/scripted-panel.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { findEvaluator } from '../../../test/installed.js';
import { composite } from './composite.js';

type Scores = Readonly<Record<string, EvaluationScore>>;

/** Members named in `scores` have these results; all others are evaluated, as a runner does. */
function score(options: JsonObject, scores: Scores, services: Surroundings['services'] = {}): Promise<EvaluationScore> {
  const evaluate = async (config: EvaluatorConfig): Promise<EvaluatorResult> => {
    const head = { name: config.name, type: config.type, weight: config.weight };
    const known = scores[config.name];
    if (known) return { ...head, ...known };
    const definition = findEvaluator(config.type);
    if (!definition) throw new UnscoredError(`no evaluator ${config.type}`);
    try {
      return { ...head, ...(await evaluateWith(definition, config.options, { services: { ...services, evaluate } })) };
    } catch (error) {
      return { ...head, score: null, error: toErrorInfo(error) };
    }
  };
  return evaluateWith(composite, options, { services: { ...services, evaluate } });
}

const members = [
  { name: 'safety', type: 'llm_judge', weight: 3 },
  { name: 'quality', type: 'llm_judge' },
];

describe('a threshold', () => {
  const halves = (quality: number | null): Scores => ({ safety: { score: 0.5 }, quality: { score: quality, verdict: 'fail' } });
  const options = (threshold: number) => ({ evaluators: [{ name: 'safety', type: 'llm_judge' }, { name: 'quality', type: 'llm_judge' }], threshold });

  test.each([
    ['reached', 0.5, 0.5, 'pass'],
    ['missed', 0.51, 0.5, 'fail'],
    ['reached, whatever the missing member says', 0.25, null, 'pass'],
    ['missed, whatever the missing member says', 0.76, null, 'fail'],
    ['decided by the missing member', 0.6, null, undefined],
  ])('that is %s decides the verdict', async (_, threshold, quality, verdict) => {
    expect((await score(options(threshold), halves(quality))).verdict).toBe(verdict);
  });

  test('stands above what a single member decides, and gives no verdict where nothing could be scored', async () => {
    const single = { evaluators: [{ name: 'safety', type: 'llm_judge' }], threshold: 0.4 };
    expect((await score(single, { safety: { score: 0.5, verdict: 'fail' } })).verdict).toBe('pass');
    expect(await score(single, { safety: { score: null, error: { code: 'unscored', message: 'lost' } } })).toMatchObject({ score: null });
    expect((await score(single, { safety: { score: null } })).verdict).toBeUndefined();
  });
});

describe('composite, weighted_average', () => {
  test('uses the members’ weights by default', async () => {
    const result = await score({ evaluators: members }, { safety: { score: 1 }, quality: { score: 0.5 } });
    expect(result).toMatchObject({
      score: 0.875,
      details: { aggregator: 'weighted_average', weights: { safety: 3, quality: 1 } },
      evaluators: [
        { name: 'safety', type: 'llm_judge', weight: 3, score: 1 },
        { name: 'quality', weight: 1, score: 0.5 },
      ],
    });
    expect(result.bounds).toBeUndefined();
    expect(result.degraded).toBeUndefined();
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('a member named %s has its own weight', async (name) => {
    const evaluators = [{ name, type: 'contains', weight: 3 }, { name: 'other', type: 'contains' }];
    const result = await score({ evaluators, aggregator: { type: 'weighted_average', weights: { other: 1 } } }, { [name]: { score: 1 }, other: { score: 0 } });
    expect(result.score).toBe(0.75);
  });

  test('uses weights by name where they are given', async () => {
    const aggregator = { type: 'weighted_average', weights: { safety: 0.25, quality: 0.75 } };
    const result = await score({ evaluators: members, aggregator }, { safety: { score: 1 }, quality: { score: 0.2 } });
    expect(result.score).toBeCloseTo(0.4, 12);
    expect(result.evaluators).toMatchObject([{ name: 'safety', weight: 0.25 }, { name: 'quality', weight: 0.75 }]);
  });

  test('names the member in hits, misses, warnings and reasoning', async () => {
    const safety = { score: 1, hits: ['no harm'], warnings: ['slow'], reasoning: 'fine' };
    const quality = { score: 0, misses: ['too long'], reasoning: 'wordy' };
    expect(await score({ evaluators: members }, { safety, quality })).toMatchObject({
      hits: ['safety: no harm'],
      misses: ['quality: too long'],
      warnings: ['safety: slow'],
      reasoning: 'safety: fine\n\nquality: wordy',
    });
  });

  test('a member without a score leaves the mean, shows in the bounds and degrades', async () => {
    const quality = { score: null, error: { code: 'unscored', message: 'no judge' } };
    expect(await score({ evaluators: members }, { safety: { score: 1 }, quality })).toMatchObject({
      score: 1,
      bounds: { worst: 0.75, best: 1 },
      degraded: true,
      warnings: ['quality: not scored, no judge'],
    });
  });

  test('a member’s own bounds widen those of the composite', async () => {
    const quality = { score: 0.5, bounds: { worst: 0.25, best: 0.75 } };
    expect(await score({ evaluators: members }, { safety: { score: 1 }, quality })).toMatchObject({
      bounds: { worst: 0.8125, best: 0.9375 },
    });
  });

  test('without any scored member it is unscored, with the first reason', async () => {
    const lost = { score: null, error: { code: 'unscored', message: 'no judge' } };
    expect(await score({ evaluators: members }, { safety: lost, quality: lost })).toMatchObject({
      score: null,
      error: { code: 'unscored', message: 'no member could be scored: no judge' },
    });
    const aggregator = { type: 'weighted_average', weights: { safety: 0, quality: 0 } };
    expect(
      await score({ evaluators: members, aggregator }, { safety: { score: 1 }, quality: { score: 1 } }),
    ).toMatchObject({
      score: null,
      error: { message: 'no member has a weight above 0' },
    });
  });

  test.each(['missed', 'open'] as const)('what a member says about what must hold, the composite says: %s', async (place) => {
    const scores = { safety: { score: 0.9, requirements: { [place]: 'written' } }, quality: { score: 1 } };
    expect(await score({ evaluators: members }, scores)).toMatchObject({ score: 0.925, requirements: { [place]: 'written' } });
  });

  test('a member without weight is a gate where it is written so, and nothing otherwise', async () => {
    const aggregator = { type: 'weighted_average', weights: { safety: 0 } };
    const scored = (kind: 'written' | 'default') =>
      score({ evaluators: members, aggregator }, { safety: { score: 0.9, requirements: { missed: kind } }, quality: { score: 1 } });
    expect((await scored('written')).requirements).toEqual({ missed: 'written' });
    expect((await scored('default')).requirements).toBeUndefined();
  });

  test('leaves what judging cost with its members, so that nothing is counted twice', async () => {
    const judged = { score: 1, judgeUsage: { inputTokens: 5, outputTokens: 1 }, judgeCostUsd: 0.5 };
    const result = await score({ evaluators: members }, { safety: judged, quality: judged });
    expect(result.judgeCostUsd).toBeUndefined();
    expect(result.evaluators).toMatchObject([{ judgeCostUsd: 0.5 }, { judgeCostUsd: 0.5 }]);
  });

  test('composites may hold composites', async () => {
    const inner = { name: 'content', type: 'composite', evaluators: ['latency', { type: 'contains', value: '4' }] };
    const result = await score(
      { evaluators: [inner, { name: 'safety', type: 'llm_judge' }] },
      { latency: { score: 0 }, safety: { score: 1 } },
    );
    expect(result).toMatchObject({
      score: 0.75,
      evaluators: [
        { name: 'content', score: 0.5, evaluators: [{ name: 'latency' }, { name: 'contains', score: 1 }] },
        { name: 'safety' },
      ],
    });
  });

  test('runs its members at once', async () => {
    let waiting = 0;
    let release = (): void => undefined;
    const bothStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const evaluate = async (config: EvaluatorConfig): Promise<EvaluatorResult> => {
      waiting += 1;
      if (waiting === 2) release();
      await bothStarted;
      return { name: config.name, type: config.type, weight: config.weight, score: 1 };
    };
    expect(await evaluateWith(composite, { evaluators: members }, { services: { evaluate } })).toMatchObject({
      score: 1,
    });
  });
});

describe('composite, code_judge', () => {
  const gate = `let text = ''; for await (const part of process.stdin) text += part;
const { results, candidate_answer, config } = JSON.parse(text);
const blocked = results.safety.score < 0.9;
console.log(JSON.stringify({ score: blocked ? 0 : results.quality.score, reasoning: candidate_answer, details: { results, config } }));`;

  // Starting node for a result that is written already takes most of the time of these tests.
  const says = (result: object) => temporaryFolder({ 'says.json': JSON.stringify(result) });
  const aggregator = { type: 'code_judge', script: ['cat', 'says.json'] };

  test.each([
    ['fail', 'fail'],
    ['PASS', 'pass'],
    ['borderline', 'borderline'],
  ])('a verdict %j of the script counts', async (written, verdict) => {
    const directory = await says({ score: 0.9, verdict: written });
    expect(await score({ evaluators: members, aggregator }, { safety: { score: 1 }, quality: { score: 1 } }, { directory })).toMatchObject({
      score: 0.9,
      verdict,
    });
  });

  test('a member without a score leaves open what the script would have said of it', async () => {
    const directory = await says({ score: 0.9 });
    const lost = { score: null, error: { code: 'panel', message: 'no judge answered' } };
    const scored = (safety: EvaluationScore) =>
      score({ evaluators: members, aggregator }, { safety, quality: { score: 1 } }, { directory });
    expect((await scored(lost)).bounds).toEqual({ worst: 0, best: 1 });
    const points = [{ text: 'a', score: null, weight: 0, error: lost.error }];
    expect((await scored({ score: 1, points })).bounds).toEqual({ worst: 0, best: 1 });
    expect((await scored({ score: 1, bounds: { worst: 0.9, best: 1 } })).bounds).toEqual({ worst: 0, best: 1 });
    expect((await scored({ score: 1, requirements: { open: 'written' } })).requirements).toEqual({ open: 'written' });
    expect((await scored({ score: 1 })).bounds).toBeUndefined();
  });

  test('what a member requires and misses, the composite misses, whatever the script says', async () => {
    const directory = await says({ score: 1, verdict: 'pass' });
    const scores = { safety: { score: 1, requirements: { missed: 'written' } }, quality: { score: 1 } } as const;
    expect((await score({ evaluators: members, aggregator }, scores, { directory })).requirements).toEqual({ missed: 'written' });
  });

  test.each(['script', 'path'])('the script named by %s gets the results and decides', async (key) => {
    const directory = await temporaryFolder({ 'gate.mjs': gate });
    const aggregator = { type: 'code_judge', [key]: 'node gate.mjs' };
    const scores = { safety: { score: 1 }, quality: { score: 0.7, misses: ['long'] } };
    expect(await score({ evaluators: members, aggregator }, scores, { directory })).toMatchObject({
      score: 0.7,
      reasoning: 'The answer is 4.',
      evaluators: [{ name: 'safety' }, { name: 'quality' }],
      details: {
        config: {},
        results: {
          safety: { type: 'llm_judge', score: 1, verdict: 'pass', hits: [] },
          quality: { score: 0.7, verdict: 'borderline', misses: ['long'], error: null },
        },
      },
    });
  });

  test('cwd and timeout_seconds reach the script', async () => {
    const directory = await temporaryFolder({ 'gates/gate.mjs': 'setInterval(() => {}, 1000);' });
    const aggregator = { type: 'code_judge', script: ['node', 'gate.mjs'], cwd: 'gates', timeout_seconds: 0.5 };
    const result = await score(
      { evaluators: members, aggregator },
      { safety: { score: 1 }, quality: { score: 1 } },
      { directory },
    );
    expect(result).toMatchObject({
      score: null,
      error: { message: expect.stringMatching(/did not finish within 0\.5 s/u) },
    });
  });

  test('a script that fails leaves the composite unscored, with its members', async () => {
    const directory = await temporaryFolder();
    const aggregator = { type: 'code_judge', script: ['node', 'missing.mjs'] };
    expect(
      await score({ evaluators: members, aggregator }, { safety: { score: 1 }, quality: { score: 1 } }, { directory }),
    ).toMatchObject({
      score: null,
      error: { message: expect.stringMatching(/failed with exit code 1/u) },
      evaluators: [
        { name: 'safety', score: 1 },
        { name: 'quality', score: 1 },
      ],
    });
  });
});

describe('composite, llm_judge', () => {
  const scores = { safety: { score: 1 }, quality: { score: 0.5, reasoning: 'wordy' } };

  test.each([
    'Weigh:\n{{EVALUATOR_RESULTS_JSON}}',
    'Weigh:\n{{ evaluator_results_json }}',
    'Weigh the results.',
    undefined,
  ])('the prompt %j shows the results', async (prompt) => {
    const panel = scriptedPanel(() => panelResult(0.6, { hits: ['balanced'] }));
    const aggregator = { type: 'llm_judge', model: 'big', ...(prompt === undefined ? {} : { prompt }) };
    const result = await score({ evaluators: members, aggregator }, scores, panel);
    expect(result).toMatchObject({
      score: 0.6,
      hits: ['balanced'],
      evaluators: [{ name: 'safety' }, { name: 'quality' }],
    });
    expect(panel.models).toEqual([['big']]);
    expect(panel.requests).toMatchObject([
      { kind: 'prompt', scale: 'unit', prompt: expect.stringContaining('"reasoning": "wordy"') },
    ]);
  });

  test('cost and usage are those of the aggregator alone', async () => {
    const panel = scriptedPanel(() => panelResult(0.6));
    const judged = { safety: { score: 1, judgeCostUsd: 1 }, quality: { score: 1 } };
    const result = await score({ evaluators: members, aggregator: { type: 'llm_judge' } }, judged, panel);
    expect(result.judgeCostUsd).toBeCloseTo(0.001, 12);
  });

  test('a lost member degrades the score, and with all of them lost nobody is asked', async () => {
    const panel = scriptedPanel(() => panelResult(0.6));
    const lost = { score: null, error: { code: 'unscored', message: 'gone' } };
    const aggregator = { type: 'llm_judge' };
    expect(await score({ evaluators: members, aggregator }, { ...scores, quality: lost }, panel)).toMatchObject({
      score: 0.6,
      degraded: true,
      warnings: ['quality: not scored, gone'],
    });
    const asked = panel.requests.length;
    expect(await score({ evaluators: members, aggregator }, { safety: lost, quality: lost }, panel)).toMatchObject({
      score: null,
    });
    expect(panel.requests).toHaveLength(asked);
  });
});

describe('composite, options', () => {
  const kinds = 'aggregator.type must be one of weighted_average, code_judge, llm_judge';

  test.each([
    [{}, 'evaluators is required'],
    [{ evaluators: [] }, 'evaluators must list at least one evaluator'],
    [{ evaluators: 'rubric' }, 'evaluators must be a list of evaluator entries'],
    [{ evaluators: [{}] }, 'a member needs a type'],
    [{ evaluators: [3] }, 'a member must be an evaluator entry with a type, or a type'],
    [{ evaluators: [{ type: 'cost', weight: -1 }] }, 'weight must be >= 0'],
    [
      {
        evaluators: [
          { type: 'cost', name: 'a' },
          { type: 'cost', name: 'a' },
        ],
      },
      'two members are named "a"',
    ],
    [{ evaluators: ['cost'], aggregator: 'mean' }, 'aggregator must be a mapping with a type'],
    [{ evaluators: ['cost'], aggregator: {} }, kinds],
    [{ evaluators: ['cost'], aggregator: { type: 'median' } }, kinds],
    [
      { evaluators: ['cost'], aggregator: { type: 'code_judge' } },
      'a code_judge aggregator needs script (or its other name, path), one of them',
    ],
    [
      { evaluators: ['cost'], aggregator: { type: 'code_judge', script: 'a', path: 'b' } },
      'a code_judge aggregator needs script (or its other name, path), one of them',
    ],
    [
      { evaluators: ['cost'], aggregator: { type: 'weighted_average', weights: { latency: 1 } } },
      'weights names "latency", which is no member; members are: cost',
    ],
    [{ evaluators: ['cost'], aggregator: { type: 'weighted_average', weights: { cost: -1 } } }, 'weights must be >= 0'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(composite, options)).toEqual([message]);
  });
});

describe('the check of a composite', () => {
  test.each<[JsonObject, readonly string[], RegExp]>([
    [{ type: 'llm_judge', prompt: '{{ results }}' }, ['aggregator', 'prompt'], /unknown variable "results"; known are: .*evaluator_results_json/u],
    [{ type: 'llm_judge', prompt: 'none.md' }, ['aggregator', 'prompt'], /"none\.md" was not found/u],
    [{ type: 'llm_judge', prompt: '../out.md' }, ['aggregator', 'prompt'], /outside the project root/u],
    [{ type: 'code_judge', script: ['node', 'none.mjs'] }, ['aggregator', 'script'], /there is no file/u],
    [{ type: 'code_judge', path: ['./none'] }, ['aggregator', 'path'], /there is no file/u],
  ])('finds what is wrong with the aggregator %j', async (aggregator, path, message) => {
    const directory = await temporaryFolder();
    expect(await problems(composite, { evaluators: ['cost'], aggregator }, directory)).toEqual([
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    ]);
  });

  test('finds nothing wrong with those that can work', async () => {
    for (const aggregator of [{ type: 'llm_judge', prompt: '{{ evaluator_results_json }} {{ question }}' }, { type: 'weighted_average' }, { type: 'code_judge', script: 'x' }]) {
      expect(await problems(composite, { evaluators: ['cost'], aggregator })).toEqual([]);
    }
    expect(await problems(composite, { evaluators: ['cost'] })).toEqual([]);
  });
});
