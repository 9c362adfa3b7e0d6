import { recordOf } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { wordedText } from '../../options/texts.js';
import { wholeNumber } from '../../options/numbers.js';
import { unionMessage } from '../../options/union-message.js';

/** Rubric lines with score ranges are judged in whole numbers from 0 to this. */
export const RANGE_MAX = 10;

export interface ScoreRange {
  readonly score_range: readonly [number, number];
}

/** Neighbouring numbers as spans: `4-5, 9`. */
function spans(numbers: readonly number[]): string {
  const result: string[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const from = numbers[index];
    while ((numbers[index + 1] ?? NaN) - (numbers[index] ?? NaN) === 1) index++;
    const to = numbers[index];
    result.push(from === to ? `${from}` : `${from}-${to}`);
  }
  return result.join(', ');
}

function hasWholeBounds({ score_range }: ScoreRange): boolean {
  return score_range.every((bound) => Number.isInteger(bound) && bound >= 0 && bound <= RANGE_MAX);
}

/** What is wrong with ranges that should cover 0 to 10 once each; undefined when nothing is. */
export function rangeProblem(ranges: readonly ScoreRange[]): string | undefined {
  const rule = `score_ranges must cover 0 to ${RANGE_MAX}, each number once`;
  const reversed = ranges.find(({ score_range: [from, to] }) => from > to);
  if (reversed) {
    const [from, to] = reversed.score_range;
    return `${rule}: [${from}, ${to}] starts after its end`;
  }
  const scores = Array.from({ length: RANGE_MAX + 1 }, (_, score) => score);
  const holders = (score: number): number =>
    ranges.filter(({ score_range: [from, to] }) => from <= score && score <= to).length;
  const missing = scores.filter((score) => holders(score) === 0);
  const repeated = scores.filter((score) => holders(score) > 1);
  const problems = [
    ...(missing.length > 0 ? [`${spans(missing)} missing`] : []),
    ...(repeated.length > 0 ? [`${spans(repeated)} in more than one range`] : []),
  ];
  return problems.length === 0 ? undefined : `${rule}: ${problems.join('; ')}`;
}

const pairMessage = 'score_range must be a pair of whole numbers, [from, to]';
const bound = wholeNumber('a bound of score_range', 0, RANGE_MAX);

const ScoreRangeSchema = v.pipe(
  entryObject(
    {
      score_range: v.pipe(
        v.strictTuple([bound, bound], (issue) => (issue.path ? pairMessage : `${pairMessage}, got ${issue.received}`)),
        v.description('First and last score of the range, from 0 to 10'),
      ),
      description: v.optional(
        v.pipe(wordedText('description'), v.description('What a response in this range is like')),
      ),
      expected_outcome: v.optional(
        v.pipe(wordedText('expected_outcome'), v.description('The same as `description`')),
      ),
      outcome: v.optional(v.pipe(wordedText('outcome'), v.description('The same as `description`'))),
    },
    'a score range',
  ),
  v.check(
    (range) => (range.description ?? range.expected_outcome ?? range.outcome) !== undefined,
    'a score range needs a description of what it means',
  ),
);

const listMessage = 'score_ranges must be a list of {score_range: [from, to], description}, or a map such as {0: Bad, 7: Good}';

const RangeListSchema = v.pipe(
  v.array(ScoreRangeSchema, listMessage),
  v.check(
    // Bounds that are not whole numbers are reported one by one.
    (ranges) => !ranges.every(hasWholeBounds) || rangeProblem(ranges) === undefined,
    (issue) => rangeProblem(issue.input) ?? 'score_ranges are not usable',
  ),
);

/** What is wrong with the numbers at which the ranges of a map start; undefined when nothing is. */
function startsProblem(starts: readonly string[]): string | undefined {
  const rule = `the keys of score_ranges are where ranges start: whole numbers from 0 to ${RANGE_MAX}`;
  const odd = starts.filter((start) => !/^(?:\d|10)$/u.test(start));
  if (odd.length > 0) return `${rule}, not ${odd.join(', ')}`;
  return starts.includes('0') ? undefined : `${rule}, the first one 0`;
}

const RangeMapSchema = v.pipe(
  recordOf(wordedText('the meaning of a range'), listMessage),
  v.check(
    (ranges) => startsProblem(Object.keys(ranges)) === undefined,
    (issue) => startsProblem(Object.keys(issue.input)) ?? 'score_ranges are not usable',
  ),
);

/** Ranges of scores with their meanings: a list of them, or a map from where each starts. */
export const ScoreRangesSchema = v.union([RangeListSchema, RangeMapSchema], unionMessage(listMessage));

/** Both bounds belong to the range. */
interface RangeMeaning {
  readonly from: number;
  readonly to: number;
  readonly meaning: string;
}

/** The ranges as they are written, complete: one of a map ends where the next one starts. */
export function readScoreRanges(written: v.InferOutput<typeof ScoreRangesSchema>): readonly RangeMeaning[] {
  if (Array.isArray(written)) {
    return written.map(({ score_range: [from, to], description, expected_outcome, outcome }) => ({
      from,
      to,
      meaning: description ?? expected_outcome ?? outcome ?? '',
    }));
  }
  const starts = Object.keys(written)
    .map(Number)
    .toSorted((a, b) => a - b);
  return starts.map((from, index) => ({
    from,
    to: (starts[index + 1] ?? RANGE_MAX + 1) - 1,
    meaning: written[from] ?? '',
  }));
}
