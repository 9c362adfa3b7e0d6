import type { OptionProblem } from '@assay/schema';
import * as v from 'valibot';
import { wholeNumber } from '../../options/numbers.js';
import { requiredText } from '../../options/texts.js';

/** A list of texts with at least one in it. `subject` is one of them, e.g. `a text to look for`. */
export function textList(subject: string) {
  return v.pipe(
    v.array(requiredText(subject), (issue) => `the argument must be a list of texts, got ${issue.received}`),
    v.minLength(1, 'the list must have at least one text'),
  );
}

/** `[n, list]`: how many of the list are needed. `subject` is one text of the list. */
export function countAndTexts(subject: string) {
  return v.strictTuple(
    [
      v.pipe(wholeNumber('n', 1), v.description('How many are needed for a score of 1')),
      v.pipe(textList(subject), v.description('What to look for')),
    ],
    'the argument must be [n, list], e.g. [2, ["apples", "oranges", "pears"]]',
  );
}

/** A count that its list is too short for. */
export function countProblems([n, list]: readonly [number, readonly string[]]): readonly OptionProblem[] {
  if (n <= list.length) return [];
  return [
    {
      path: [0],
      message: `n is ${n}, but the list has only ${list.length}: it can never be reached`,
      hint: `write ${list.length === 1 ? '1' : `1 to ${list.length}`} as n, or add to the list`,
      severity: 'warning',
    },
  ];
}

const RANGE = 'the argument must be [min, max]: two whole numbers >= 0, min not above max';

/** The bounds at the start of a range. */
export function rangeEntries(message: string = RANGE) {
  const bound = v.pipe(v.number(message), v.safeInteger(message), v.minValue(0, message));
  return [
    v.pipe(bound, v.description('Smallest number that is allowed')),
    v.pipe(bound, v.description('Largest number that is allowed')),
  ] as const;
}

/** `[min, max]`, both whole numbers, both inclusive. */
export function wholeRange() {
  return v.pipe(
    v.strictTuple(rangeEntries(), RANGE),
    v.check(([min, max]) => min <= max, RANGE),
  );
}
