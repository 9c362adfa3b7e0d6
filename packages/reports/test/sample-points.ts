import type { BreakdownPath, EvaluatorResult, JsonValue, PointScore, PointsBreakdown } from '@assay/schema';

/** A point with this score. */
export function pointOf(text: string, score: number | null, overrides: Partial<PointScore> = {}): PointScore {
  return { text, score, weight: 1, ...(score === null ? { error: { code: 'unscored', message: 'no judge answered' } } : {}), ...overrides };
}

function exactly(score: number): { readonly score: number; readonly bounds: { readonly worst: number; readonly best: number } } {
  return { score, bounds: { worst: score, best: score } };
}

export function pathOf(name: string, points: readonly number[], score: number): BreakdownPath {
  return { name, points, ...exactly(score) };
}

/** The result of a `points` evaluator. */
export function pointsResult(points: readonly PointScore[], breakdown: PointsBreakdown, overrides: Partial<EvaluatorResult> = {}): EvaluatorResult {
  const { score } = breakdown;
  return { name: 'points', type: 'points', weight: 1, score, points, details: breakdown as unknown as JsonValue, ...overrides };
}

/** (1 + .75 + .5) / 3 beside paths of .1 and 0: .425. */
export function mixedRubric(): EvaluatorResult {
  const points = [
    pointOf('Says who pays for the return', 1, {
      judges: [
        { id: 'judge-a', model: 'a', score: 1, reflection: 'The reply says that the shop pays,\nin its second sentence.' },
        { id: 'judge-b', model: 'b', score: null, error: { code: 'server', message: 'HTTP 500' } },
      ],
    }),
    pointOf('$word_count_between [10,80]', 0.75, { function: 'word_count_between', reasoning: '7 words, at least 10' }),
    pointOf('Names the deadline for a refund, counted from the day of delivery, and how to ask for more time', 0.5),
    pointOf('Asks what is meant', 0.2, { path: 'path 1' }),
    pointOf('Offers to call', 0, { path: 'path 1' }),
    pointOf('Gives up', 0, { path: 'path 2' }),
  ];
  return pointsResult(points, {
    components: [
      { kind: 'required', ...exactly(0.75), members: [0, 1, 2].map((point) => ({ kind: 'point', point }) as const) },
      { kind: 'should_paths', ...exactly(0.1), paths: [pathOf('path 1', [3, 4], 0.1), pathOf('path 2', [5], 0)], chosen: 'path 1' },
    ],
    ...exactly(0.425),
    failed_by: [],
    could_fail_by: [],
  });
}

/** Weights, a block, an unscored point, and a path of should_not that is met in full. */
export function failedRubric(): EvaluatorResult {
  const points = [
    pointOf('Is polite', 1, { weight: 3 }),
    pointOf('$js r.missing.length', null, { function: 'js', error: { code: 'script', message: 'TypeError: cannot read property "length" of undefined' } }),
    pointOf('Gives the answer', 0.5, { block: 'block 1', path: 'path 1' }),
    pointOf('$matches "\\\\?"', 0, { block: 'block 1', path: 'path 2', function: 'matches' }),
    pointOf('Names the patient', 0, { inverted: true, path: 'should_not path 1' }),
  ];
  return pointsResult(
    points,
    {
      components: [
        {
          kind: 'required',
          score: 0.875,
          bounds: { worst: 0.7, best: 0.9 },
          members: [
            { kind: 'point', point: 0 },
            { kind: 'point', point: 1 },
            {
              kind: 'block',
              name: 'block 1',
              weight: 1,
              ...exactly(0.5),
              paths: [pathOf('path 1', [2], 0.5), pathOf('path 2', [3], 0)],
              chosen: 'path 1',
            },
          ],
        },
        { kind: 'should_not_paths', ...exactly(0), paths: [pathOf('should_not path 1', [4], 0)], chosen: 'should_not path 1' },
      ],
      score: 0.4375,
      bounds: { worst: 0.35, best: 0.45 },
      failed_by: ['should_not path 1'],
      could_fail_by: [],
    },
    { name: 'duties', weight: 2, verdict: 'fail', requirements: { missed: 'written' }, bounds: { worst: 0.35, best: 0.45 } },
  );
}
