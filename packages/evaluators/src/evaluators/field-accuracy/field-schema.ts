import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { flag, nonNegative } from '../../options/numbers.js';
import { requiredText } from '../../options/texts.js';
import { parseFieldPath } from '../../json/field-path.js';
import { DEFAULT_DATE_FORMATS, isDateFormat } from './parse-date.js';

/** Ways to compare a field. */
const FIELD_MATCHES = ['exact', 'numeric_tolerance', 'date'] as const;

/** One field that is compared. */
export const FieldSchema = v.pipe(
  entryObject(
    {
      path: v.pipe(
        requiredText('path'),
        v.check(
          (path) => parseFieldPath(path) !== undefined,
          ({ input }) => `path "${input}" is not a path: write invoice.lines[0].total`,
        ),
        v.description('Path of the field, e.g. `invoice.lines[0].total`'),
      ),
      match: v.optional(
        v.pipe(
          v.picklist(FIELD_MATCHES, `match must be one of ${FIELD_MATCHES.join(', ')}`),
          v.description(
            'exact (default); numeric_tolerance: numbers within the tolerance; date: the same day, in any accepted format',
          ),
        ),
      ),
      tolerance: v.optional(
        v.pipe(nonNegative('tolerance'), v.description('Largest accepted difference between the numbers (numeric_tolerance); default 0')),
      ),
      relative: v.optional(
        v.pipe(
          flag('relative'),
          v.description('True: tolerance is a share of the expected number (0.05 is 5 %); default false'),
        ),
      ),
      formats: v.optional(
        v.pipe(
          v.array(
            v.pipe(
              requiredText('formats'),
              v.check(
                isDateFormat,
                ({ input }) =>
                  `"${input}" is not a date format: use YYYY, MM or M or MMM or MMMM, and DD or D, once each`,
              ),
            ),
            'formats must be a list of date formats',
          ),
          v.minLength(1, 'formats must list at least one date format'),
          v.description(`Accepted formats of the date; default ${DEFAULT_DATE_FORMATS.join(', ')}`),
        ),
      ),
      required: v.optional(
        v.pipe(
          flag('required'),
          v.description('True: the case fails when this field is missing or wrong; default false'),
        ),
      ),
      weight: v.optional(v.pipe(nonNegative('weight'), v.description('Weight in the score; default 1'))),
    },
    'a field',
  ),
  v.check(
    ({ match, tolerance, relative }) =>
      match === 'numeric_tolerance' || (tolerance === undefined && relative === undefined),
    'tolerance and relative work with match: numeric_tolerance only',
  ),
  v.check(({ match, formats }) => match === 'date' || formats === undefined, 'formats works with match: date only'),
);

export type Field = v.InferOutput<typeof FieldSchema>;
