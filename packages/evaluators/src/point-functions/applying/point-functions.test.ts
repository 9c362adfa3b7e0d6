import fc from 'fast-check';
import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { installed } from '../../../test/installed.js';
import { textContext } from '../../../test/point-context.js';
import { scoreOf } from '../../../test/point-table.js';
import { applyPoint } from './apply-point.js';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.lorem());
const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
const whole = fc.nat(20);

function argumentsOf(name: string): fc.Arbitrary<unknown> {
  if (name === 'js') return fc.constantFrom('r.length / 10', 'r.includes("a")', 'r.length', 'throw 1');
  if (name === 'is_json') return fc.constant(true);
  if (name === 'tool_args_match') return fc.record({ name: fc.constantFrom('a', 'b'), where: fc.object() });
  if (name.endsWith('n_of')) return fc.tuple(fc.integer({ min: 1, max: 8 }), texts);
  if (name.endsWith('between')) return fc.tuple(whole, whole).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  return name.endsWith('_of') || name === 'tool_call_order' ? texts : fc.string({ minLength: 1, maxLength: 6 });
}

describe.each(installed.pointFunctions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    test('a score is from 0 to 1, and the not_ form is 1 − it, wherever it is scored', async () => {
      await fc.assert(
        fc.asyncProperty(argumentsOf(name), anyText, async (argument, text) => {
          const context = { ...textContext(text), toolCalls: [{ tool: 'a', input: { text } }, { tool: 'b' }] };
          const outcome = async (negated: boolean): Promise<number | undefined> => {
            try {
              return (await applyPoint({ definition, negated }, argument, context)).score;
            } catch (error) {
              if (error instanceof UnscoredError) return undefined;
              throw error;
            }
          };
          const score = await outcome(false);
          expect(await outcome(true)).toEqual(score === undefined ? undefined : 1 - score);
          if (score !== undefined) expect(score >= 0 && score <= 1).toBe(true);
        }),
        { numRuns: 50 },
      );
    });
  },
);

describe.each(installed.pointFunctions.map(({ name }) => name).filter((name) => /contains_.*_of$/u.test(name)))(
  '%s',
  (name) => {
    test('the order of the list makes no difference', async () => {
      const written = (list: readonly string[]): unknown => (name.endsWith('n_of') ? [2, list] : list);
      await fc.assert(
        fc.asyncProperty(texts, anyText, fc.nat(5), async (list, text, by) => {
          const turned = [...list.slice(by % list.length), ...list.slice(0, by % list.length)].toReversed();
          const around = `${list[0] ?? ''}${text}`;
          expect(await scoreOf(name, written(turned), around)).toBe(await scoreOf(name, written(list), around));
        }),
        { numRuns: 50 },
      );
    });
  },
);
