import { type JudgeScale, type RequirementKind } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { flag, nonNegative, share, wholeNumber } from '../../options/numbers.js';
import { wordedText } from '../../options/texts.js';
import { unionMessage } from '../../options/union-message.js';
import { RANGE_MAX, readScoreRanges, ScoreRangesSchema } from './score-ranges.js';

/** A larger number would lose some of its digits before it is read. */
const ID = 'id must be a text or a number of at most 15 digits; put a longer one in quotes';
const ItemIdSchema = v.union(
  [wordedText('id'), v.pipe(v.number(ID), v.minValue(Number.MIN_SAFE_INTEGER, ID), v.maxValue(Number.MAX_SAFE_INTEGER, ID))],
  unionMessage(ID),
);

const ItemObjectSchema = v.pipe(
  entryObject(
    {
      id: v.optional(v.pipe(ItemIdSchema, v.description('Name of the line in results; a number is read as a text'))),
      description: v.optional(v.pipe(wordedText('description'), v.description('What must hold for the response'))),
      expected_outcome: v.optional(
        v.pipe(wordedText('expected_outcome'), v.description('The same as `description`')),
      ),
      outcome: v.optional(v.pipe(wordedText('outcome'), v.description('The same as `description`'))),
      weight: v.optional(v.pipe(nonNegative('weight'), v.description('Weight in the score; default 1'))),
      required: v.optional(
        v.pipe(flag('required'), v.description(
            'True: the case fails when this line does not pass. False: the line only counts towards the score. Left out: the case fails when the line scores below the borderline limit',
          )),
      ),
      score_ranges: v.optional(
        v.pipe(
          ScoreRangesSchema,
          v.description(
            'Meanings of the scores 0 to 10, as a list or as a map {0: Bad, 7: Good} from where each range starts; the line ' +
              'is then judged on that scale, and needs no description',
          ),
        ),
      ),
      min_score: v.optional(v.pipe(share('min_score'), v.description('The case fails when this line scores below this, from 0 to 1; makes the line required'))),
      required_min_score: v.optional(
        v.pipe(wholeNumber('required_min_score', 0, RANGE_MAX), v.description('The same as `min_score`, in tenths')),
      ),
    },
    'a rubric',
  ),
  v.check(
    (item) => textOf(item) !== undefined || item.score_ranges !== undefined,
    'description is required: say what must hold for the response',
  ),
  v.check((item) => !(item.required === false && minimumOf(item) !== undefined), 'a minimum makes a rubric required: drop it, or drop "required: false"'),
  v.check((item) => item.min_score === undefined || item.required_min_score === undefined, 'give min_score or required_min_score, not both'),
);

interface RequiringLine {
  readonly required?: boolean | undefined;
  readonly min_score?: number | undefined;
  readonly required_min_score?: number | undefined;
}

interface DescribedItem {
  readonly description?: string | undefined;
  readonly expected_outcome?: string | undefined;
  readonly outcome?: string | undefined;
}

function textOf(item: DescribedItem): string | undefined {
  return item.description ?? item.expected_outcome ?? item.outcome;
}

/** One line of a rubric as it may be written. */
export const RubricItemSchema = v.union(
  [wordedText('a rubric'), ItemObjectSchema],
  unionMessage('a rubric must be text, or {description, weight, required, …}'),
);

/** One line of a rubric, complete. */
export interface RubricItem {
  readonly id?: string | undefined;
  readonly text: string;
  readonly weight: number;
  /** Who says that the line must hold; undefined when it need not. */
  readonly required?: RequirementKind | undefined;
  /** [0, 1]; undefined takes the pass threshold, or the borderline limit where the line itself says nothing. */
  readonly minimum?: number | undefined;
  readonly scale: JudgeScale;
}

/** What a line has to score, [0, 1]; undefined where it does not say. */
function minimumOf({ min_score: minimum, required_min_score: tenths }: RequiringLine): number | undefined {
  return minimum ?? (tenths === undefined ? undefined : tenths / RANGE_MAX);
}

/** Who says that a line must hold. */
function requirementOf(line: RequiringLine, byDefault: boolean): RequirementKind | undefined {
  if (line.required === true || minimumOf(line) !== undefined) return 'written';
  return byDefault && line.required === undefined ? 'default' : undefined;
}

/**
 * Fills in what a written line leaves out.
 * @param byDefault whether a line must hold that does not say so.
 */
export function rubricItem(written: v.InferOutput<typeof RubricItemSchema>, byDefault: boolean): RubricItem {
  if (typeof written === 'string') return rubricItem({ description: written }, byDefault);
  const minimum = minimumOf(written);
  const id = written.id === undefined ? undefined : String(written.id);
  const required = requirementOf(written, byDefault);
  return {
    ...(id === undefined ? {} : { id }),
    text: textOf(written) ?? id ?? 'The response as a whole, by what the scores mean',
    weight: written.weight ?? 1,
    ...(required === undefined ? {} : { required }),
    ...(minimum === undefined ? {} : { minimum }),
    scale:
      written.score_ranges === undefined
        ? 'five_point'
        : {
            min: 0,
            max: RANGE_MAX,
            anchors: readScoreRanges(written.score_ranges),
          },
  };
}
