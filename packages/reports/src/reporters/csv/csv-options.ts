import * as v from 'valibot';
import { MOST_CHARACTERS } from './cell.js';
import { COLUMN_NAMES, describeColumns, GROUP_NAMES } from './columns.js';
import { describeComparisonColumns } from './comparison-columns.js';

export const CsvOptionsSchema = v.strictObject({
  columns: v.optional(
    v.pipe(
      v.array(v.picklist([...COLUMN_NAMES, ...GROUP_NAMES])),
      v.minLength(1, 'columns must not be empty'),
      v.description(`The columns of a run, in this order. Default: all of ${describeColumns()}. A comparison has ${describeComparisonColumns()}.`),
    ),
  ),
  separator: v.optional(
    v.pipe(v.picklist(['comma', 'semicolon', 'tab']), v.description('Separates cells; use `semicolon` for spreadsheets in countries with a decimal comma. Default `comma`.')),
  ),
  bom: v.optional(v.pipe(v.boolean(), v.description('Begins the file with a byte order mark, by which Excel recognizes UTF-8. Default false.'))),
  max_characters: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(100),
      v.description(`Maximum number of characters in a cell; longer texts are cut and say so. Default ${MOST_CHARACTERS}, which is the limit of spreadsheets.`),
    ),
  ),
});

export type CsvOptions = v.InferOutput<typeof CsvOptionsSchema>;
