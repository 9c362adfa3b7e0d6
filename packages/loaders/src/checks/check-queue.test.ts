import type { EvaluatorDefinition, NormalizeContext, OptionProblem } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createCheckQueue } from './check-queue.js';

const place = { directory: '/suite', projectRoot: '/' };

type Check = NonNullable<EvaluatorDefinition['check']>;

function evaluator(check: Check): EvaluatorDefinition {
  return { kind: 'evaluator', name: 'sample', description: 'For tests.', options: {} as never, examples: [], check, evaluate: () => ({ score: 1 }) };
}

function recording(): { readonly context: NormalizeContext; readonly found: string[] } {
  const found: string[] = [];
  return {
    found,
    context: {
      locate: (path) => ({ file: path.join('.'), line: 1, column: 1 }),
      report: ({ severity, code, message, location, hint }) => found.push(`${severity} ${code} at ${location?.file ?? '-'}: ${message}${hint === undefined ? '' : ` -> ${hint}`}`),
      aliasPrecedence: 'canonical',
      tally: { errors: 0 },
    },
  };
}

const at = (index: number) => (path: readonly (string | number)[]) => ['evaluators', index, ...path];
const wrong: OptionProblem = { path: ['prompt'], message: 'it is wrong', hint: 'right it' };

describe('createCheckQueue', () => {
  test('reports each problem at its place, with the entry in front, in the order of the file', async () => {
    const slow = evaluator(async () => {
      await new Promise((done) => setTimeout(done, 20));
      return [wrong];
    });
    const quick = evaluator(() => [{ path: [], message: 'odd', severity: 'warning' }]);
    const queue = createCheckQueue(place);
    queue.onEvaluator(slow, {}, at(0), 'evaluator "a": ');
    queue.onEvaluator(quick, {}, at(1), 'evaluator "b": ');
    const { context, found } = recording();
    await queue.report(context);
    expect(found).toEqual([
      'error invalid-option at evaluators.0.prompt: evaluator "a": it is wrong -> right it',
      'warning invalid-option at evaluators.1: evaluator "b": odd',
    ]);
    expect(context.tally.errors).toBe(1);
    expect(queue.waiting).toBe(false);
  });

  test('equal options of an evaluator are checked once, and reported wherever they stand', async () => {
    let asked = 0;
    const counting = evaluator(async () => {
      asked += 1;
      return [wrong];
    });
    const queue = createCheckQueue(place);
    for (let index = 0; index < 100; index++) queue.onEvaluator(counting, { prompt: 'p' }, at(index), '');
    const { context, found } = recording();
    await queue.report(context);
    queue.onEvaluator(counting, { prompt: 'p' }, at(100), '');
    await queue.report(context);
    expect(found).toHaveLength(101);
    expect(asked).toBe(1);
    queue.onEvaluator(counting, { prompt: 'q' }, at(0), '');
    await queue.report(context);
    expect(asked).toBe(2);
  });

  test('nothing is waited for when options are known to be fine, or their check answers at once', async () => {
    const queue = createCheckQueue(place);
    queue.onEvaluator(evaluator(() => []), {}, at(0), '');
    expect(queue.waiting).toBe(false);
    const later = evaluator(async () => []);
    queue.onEvaluator(later, {}, at(0), '');
    expect(queue.waiting).toBe(true);
    await queue.report(recording().context);
    queue.onEvaluator(later, {}, at(1), '');
    expect(queue.waiting).toBe(false);
  });

  test('a check is given the options and the folders', async () => {
    let given: unknown;
    const queue = createCheckQueue(place);
    queue.onEvaluator(evaluator((check) => {
      given = check;
      return [];
    }), { prompt: 'p' }, at(0), '');
    expect(given).toEqual({ ...place, options: { prompt: 'p' } });
  });

  test.each<[string, Check]>([
    ['throws', () => {
      throw new TypeError('a fault');
    }],
    ['rejects', () => Promise.reject(new TypeError('a fault'))],
  ])('a check that %s is no success', async (_, check) => {
    const queue = createCheckQueue(place);
    queue.onEvaluator(evaluator(check), {}, at(0), 'evaluator "a": ');
    const { context, found } = recording();
    await queue.report(context);
    expect(found).toEqual(['error invalid-option at evaluators.0: evaluator "a": its options could not be checked: a fault']);
  });
});
