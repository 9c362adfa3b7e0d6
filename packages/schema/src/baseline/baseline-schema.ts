import * as v from 'valibot';
import { BASELINE_VERSION, EARLIER_BASELINE_VERSION } from './baseline.js';
import { recordOf } from '../json/record-of.js';

const text = v.string('must be a text');
const score = v.pipe(
  v.number('must be a number from 0 to 1, or null'),
  v.minValue(0, 'must be a number from 0 to 1, or null'),
  v.maxValue(1, 'must be a number from 0 to 1, or null'),
);

function wholeFrom(least: number) {
  const message = `must be a whole number from ${least} up`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message));
}

/** One case on the wire. */
export const BaselineCaseSchema = v.object(
  {
    score: v.nullable(score),
    verdict: v.nullable(v.picklist(['pass', 'fail', 'borderline'], 'must be pass, borderline, fail or null')),
    weight: v.optional(v.pipe(v.number('must be a number from 0 up'), v.minValue(0, 'must be a number from 0 up'))),
    trials: v.optional(wholeFrom(1)),
    unscored: v.optional(wholeFrom(0)),
    scores: v.optional(v.pipe(v.array(v.nullable(score), 'must be a list of scores'), v.minLength(2, 'must have a score for each of at least two repeats'))),
    conversation: v.optional(text),
  },
  'must be a mapping with score and verdict',
);

/** A baseline file. */
export const BaselineSchema = v.object(
  {
    baseline_version: v.picklist([EARLIER_BASELINE_VERSION, BASELINE_VERSION]),
    suite: text,
    suite_path: v.optional(text),
    target: v.object(
      { name: text, provider: v.optional(text), model: v.optional(text) },
      'must be a mapping with the name of the target',
    ),
    assay_version: v.optional(text),
    date: v.optional(text),
    cases: recordOf(BaselineCaseSchema, 'must be a mapping of cases'),
  },
  'must be a mapping',
);
