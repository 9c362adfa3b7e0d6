import type { JsonValue, JudgeRequest, PanelResult } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase } from '../../../test/evaluation-input.js';
import { panelResult, scriptedPanel, type ScriptedPanel } from '../../../test/scripted-panel.js';
import { rubric } from './rubric.js';

function criterionOf(request: JudgeRequest): string {
  return request.kind === 'criterion' ? request.criterion : '';
}

/** Scores each statement by its text. */
function panelOf(scores: Readonly<Record<string, number | null | PanelResult>>): ScriptedPanel {
  return scriptedPanel((request) => {
    const score = scores[criterionOf(request)];
    return typeof score === 'object' && score !== null ? score : panelResult(score ?? null);
  });
}

describe('rubric', () => {
  test('asks about each statement on its own, with the case, on the five-point scale', async () => {
    const panel = panelOf({ polite: 1, short: 0.5 });
    await evaluateWith(rubric, { rubrics: ['polite', { description: 'short' }] }, { services: panel });
    const shared = {
      kind: 'criterion',
      scale: 'five_point',
      input: [{ role: 'user', content: 'What is 2+2?' }],
      candidate: 'The answer is 4.',
      expectedOutcome: 'Says that 2 + 2 is 4',
      referenceAnswer: 'It is 4.',
    };
    expect(panel.requests).toEqual([
      { ...shared, criterion: 'polite' },
      { ...shared, criterion: 'short' },
    ]);
  });

  test('gives judges no empty goal or reference', async () => {
    const panel = panelOf({ polite: 1 });
    const evalCase = makeCase({ expectedOutcome: '', expectedMessages: [] });
    await evaluateWith(rubric, { rubrics: ['polite'] }, { services: panel, evalCase });
    expect(panel.requests[0]).not.toHaveProperty('expectedOutcome');
    expect(panel.requests[0]).not.toHaveProperty('referenceAnswer');
  });

  test('asks all statements at once', async () => {
    let waiting = 0;
    let release = (): void => undefined;
    const allAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const panel = scriptedPanel(async () => {
      waiting += 1;
      if (waiting === 3) release();
      await allAsked;
      return panelResult(1);
    });
    expect(await evaluateWith(rubric, { rubrics: ['a', 'b', 'c'] }, { services: panel })).toMatchObject({ score: 1 });
  });

  test('the score is the weighted mean: weights 3 and 1 on 1 and 0.5 give 0.875', async () => {
    const rubrics = [{ description: 'a', weight: 3 }, 'b'];
    const score = await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: 1, b: 0.5 }) });
    expect(score).toMatchObject({
      score: 0.875,
      judgeUsage: { inputTokens: 20, outputTokens: 4 },
      judgeCostUsd: 0.002,
    });
    expect(score.verdict).toBeUndefined();
    expect(score.bounds).toBeUndefined();
  });

  test('statements that pass are hits; others are misses, and a partly met one shows its score', async () => {
    const rubrics = ['good', { id: 'half', description: 'so-so' }, 'bad'];
    const score = await evaluateWith(rubric, { rubrics }, { services: panelOf({ good: 1, 'so-so': 0.75, bad: 0.25 }) });
    expect(score).toMatchObject({ hits: ['good'], misses: ['half: so-so (partly met, 0.75)', 'bad (required, at least 0.6)'] });
  });

  test('points keep id, weight, reasoning and votes', async () => {
    const rubrics = [{ id: 'x', description: 'a', weight: 2, required: true }];
    const score = await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: 1 }) });
    expect(score.points).toEqual([
      {
        id: 'x',
        text: 'a',
        score: 1,
        weight: 2,
        required: true,
        minimum: 0.8,
        reasoning: 'worth 1',
        judges: [{ id: 'judge-a', model: 'a', score: 1 }],
      },
    ]);
  });

  test('a missed required statement fails the case and keeps the score', async () => {
    const rubrics = [{ description: 'a', required: true }, 'b', 'c', 'd'];
    const scores = { b: 1, c: 1, d: 1 };
    expect(await evaluateWith(rubric, { rubrics }, { services: panelOf({ ...scores, a: 0.75 }) })).toMatchObject({
      score: 0.9375,
      requirements: { missed: 'written' },
      misses: ['a (partly met, 0.75; required, at least 0.8)'],
    });
    const met = await evaluateWith(rubric, { rubrics }, { services: panelOf({ ...scores, a: 1 }) });
    expect(met.requirements).toBeUndefined();
  });

  test.each<[string, JsonValue, number | null, unknown, boolean?]>([
    ['a text below the borderline limit', 'a', 0.59, { missed: 'default' }],
    ['a text at the borderline limit', 'a', 0.6, undefined],
    ['a text that nobody judged', 'a', null, { open: 'default' }],
    ['an object that says nothing', { description: 'a' }, 0.25, { missed: 'default' }],
    ['an object with ranges', { description: 'a', score_ranges: { 0: 'weak', 6: 'strong' } }, 0.5, { missed: 'default' }],
    ['required: false', { description: 'a', required: false }, 0, undefined],
    ['required: false that nobody judged', { description: 'a', required: false }, null, undefined],
    ['required: true below the pass threshold', { description: 'a', required: true }, 0.75, { missed: 'written' }],
    ['required: true that nobody judged', { description: 'a', required: true }, null, { open: 'written' }],
    ['required: true without a weight', { description: 'a', required: true, weight: 0 }, 0, { missed: 'written' }],
    ['without a weight', { description: 'a', weight: 0 }, 0, undefined],
    ['a minimum that is missed', { description: 'a', required_min_score: 4 }, 0.3, { missed: 'written' }],
    ['a minimum that is reached', { description: 'a', required_min_score: 4 }, 0.4, undefined],
    ['a minimum as a share that is missed', { description: 'a', min_score: 0.4 }, 0.39, { missed: 'written' }],
    ['a minimum as a share that is reached', { description: 'a', min_score: 0.4 }, 0.4, undefined],
    ['a minimum that nobody judged', { description: 'a', required_min_score: 4 }, null, { open: 'written' }],
    ['a minimum of 0 that nobody judged', { description: 'a', required_min_score: 0 }, null, undefined],
    ['a text where nothing is required by default', 'a', 0, undefined, false],
    ['required: true where nothing is required by default', { description: 'a', required: true }, 0, { missed: 'written' }, false],
  ])('what must hold: %s', async (_title, line, score, requirements, rubricRequired) => {
    const services = { ...panelOf({ a: score, b: 1 }), rubricRequired };
    const rubrics: readonly JsonValue[] = [line, { description: 'b', weight: 9 }];
    expect((await evaluateWith(rubric, { rubrics }, { services })).requirements).toEqual(requirements);
    const lost = rubric.mustHold?.({ rubrics: [line] }, { rubricRequired: rubricRequired ?? true });
    if (score === null) expect(lost).toBe((requirements as { open: string } | undefined)?.open);
    else if (requirements !== undefined) expect(lost).toBe((requirements as { missed: string }).missed);
  });

  test('score_ranges are judged from 0 to 10 with their meanings; required_min_score is in tenths', async () => {
    const rubrics = [
      {
        description: 'a',
        required_min_score: 6,
        score_ranges: [
          { score_range: [0, 5], description: 'weak' },
          { score_range: [6, 10], expected_outcome: 'strong' },
        ],
      },
    ];
    const panel = panelOf({ a: 0.6 });
    const met = await evaluateWith(rubric, { rubrics }, { services: panel });
    expect(panel.requests[0]?.scale).toEqual({
      min: 0,
      max: 10,
      anchors: [
        { from: 0, to: 5, meaning: 'weak' },
        { from: 6, to: 10, meaning: 'strong' },
      ],
    });
    expect(met).toMatchObject({ score: 0.6, misses: ['a (partly met, 0.6)'] });
    expect(met.requirements).toBeUndefined();
    expect(await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: 0.5 }) })).toMatchObject({
      score: 0.5,
      requirements: { missed: 'written' },
      misses: ['a (required, at least 0.6)'],
    });
  });

  test('score_ranges may be a map from where each starts, and say enough without a description', async () => {
    const score_ranges = { 0: 'weak', 6: 'strong' };
    const panel = scriptedPanel(() => panelResult(0.7));
    await evaluateWith(rubric, { rubrics: [{ id: 'accuracy', score_ranges }, { score_ranges }] }, { services: panel });
    expect(panel.requests.map((request) => (request.kind === 'criterion' ? request.criterion : ''))).toEqual([
      'accuracy',
      'The response as a whole, by what the scores mean',
    ]);
    expect(panel.requests[0]?.scale).toEqual({
      min: 0,
      max: 10,
      anchors: [
        { from: 0, to: 5, meaning: 'weak' },
        { from: 6, to: 10, meaning: 'strong' },
      ],
    });
  });

  test('a required statement that scores a pass but misses its minimum is a miss', async () => {
    const rubrics = [{ description: 'a', required_min_score: 9 }];
    expect(await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: 0.8 }) })).toMatchObject({
      hits: [],
      misses: ['a (required, at least 0.9)'],
      requirements: { missed: 'written' },
    });
  });

  test('a statement without a usable vote leaves the mean, shows in the bounds, and is no miss', async () => {
    const rubrics = [
      { description: 'a', required: true },
      { description: 'b', weight: 3 },
    ];
    const score = await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: null, b: 1 }) });
    expect(score).toMatchObject({
      score: 1,
      bounds: { worst: 0.75, best: 1 },
      misses: [],
      warnings: ['a: not judged, left out of the score'],
      points: [
        { text: 'a', score: null, error: { message: 'no judge answered' } },
        { text: 'b', score: 1 },
      ],
    });
    expect(score.requirements).toEqual({ open: 'written' });
  });

  test('without any judged statement it is unscored, with the first error', async () => {
    expect(
      await evaluateWith(rubric, { rubrics: ['a', 'b'] }, { services: panelOf({ a: null, b: null }) }),
    ).toMatchObject({
      score: null,
      bounds: { worst: 0, best: 1 },
      error: { code: 'unscored', message: 'none of the 2 rubrics could be judged: no judge answered' },
    });
  });

  test('with all weights 0 it is unscored and says so', async () => {
    const rubrics = [{ description: 'a', weight: 0 }];
    expect(await evaluateWith(rubric, { rubrics }, { services: panelOf({ a: 1 }) })).toMatchObject({
      score: null,
      error: { message: 'no rubric has a weight above 0' },
    });
  });

  test('a lost judge degrades the score, and the panel’s warnings name the statement', async () => {
    const votes = [
      { id: 'a', model: 'a', score: 1 },
      { id: 'b', model: 'b', score: null, error: { code: 'timeout', message: 'slow' } },
    ];
    const services = panelOf({ a: panelResult(1, { votes, warnings: ['judge b was lost'] }) });
    expect(await evaluateWith(rubric, { rubrics: ['a'] }, { services })).toMatchObject({
      degraded: true,
      warnings: ['a: judge b was lost'],
    });
  });

  test('asks the judges that the entry names', async () => {
    const panel = panelOf({ a: 1 });
    await evaluateWith(rubric, { rubrics: ['a'], model: 'gpt-4' }, { services: panel });
    expect(panel.models).toEqual([['gpt-4']]);
  });

  test.each([
    [{}, 'rubrics is required'],
    [{ rubrics: 'polite' }, 'rubrics must be a list of statements'],
    [{ rubrics: [] }, 'rubrics must list at least one statement'],
    [{ rubrics: [''] }, 'a rubric must not be empty'],
    [{ rubrics: [3] }, 'a rubric must be text, or {description, weight, required, …}'],
    [{ rubrics: [{}] }, 'description is required: say what must hold for the response'],
    [{ rubrics: [{ description: 'a', weight: -1 }] }, 'weight must be >= 0'],
    [{ rubrics: [{ description: 'a', weight: Infinity }] }, 'weight must be finite'],
    [{ rubrics: [{ description: 'a', weight: 'high' }] }, 'weight must be a number, got "high"'],
    [{ rubrics: [{ description: 'a', required: 'yes' }] }, 'required must be true or false, got "yes"'],
    [
      { rubrics: [{ description: 'a', required_min_score: 11 }] },
      'required_min_score must be a whole number from 0 to 10',
    ],
    [
      { rubrics: [{ description: 'a', required: false, required_min_score: 5 }] },
      'a minimum makes a rubric required: drop it, or drop "required: false"',
    ],
    [{ rubrics: [{ description: 'a', min_score: 4 }] }, 'min_score must be a number from 0 to 1'],
    [{ rubrics: [{ description: 'a', required: false, min_score: 0.5 }] }, 'a minimum makes a rubric required: drop it, or drop "required: false"'],
    [{ rubrics: [{ description: 'a', min_score: 0.5, required_min_score: 5 }] }, 'give min_score or required_min_score, not both'],
    [
      { rubrics: [{ description: 'a', score_ranges: [{ score_range: [0, 9], description: 'x' }] }] },
      'score_ranges must cover 0 to 10, each number once: 10 missing',
    ],
    [
      { rubrics: [{ description: 'a', score_ranges: [{ score_range: [0, 2.5], description: 'x' }] }] },
      'a bound of score_range must be a whole number from 0 to 10',
    ],
    [
      { rubrics: [{ description: 'a', score_ranges: [{ score_range: [0, 10] }] }] },
      'a score range needs a description of what it means',
    ],
    [
      { rubrics: [{ description: 'a', score_ranges: [{ score_range: 5, description: 'x' }] }] },
      'score_range must be a pair of whole numbers, [from, to], got 5',
    ],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(rubric, options)).toEqual([message]);
  });
});
