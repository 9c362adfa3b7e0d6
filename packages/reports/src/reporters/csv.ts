import { defineReporter } from '@assay/schema';
import { CsvOptionsSchema } from './csv/csv-options.js';

/** One row for each trial, or for each case that changed, for spreadsheets and tables. */
export const reporter = defineReporter({
  name: 'csv',
  description: 'A table for spreadsheets, with a row for each trial: verdict, scores, costs, input and reply. For a comparison, it has a row for each case that changed, with both sides. No cell is a formula.',
  options: CsvOptionsSchema,
  examples: [
    { title: 'All columns', value: { name: 'csv', file: 'results.csv' } },
    {
      title: 'Some columns, for a spreadsheet of a country with a decimal comma',
      value: { name: 'csv', file: 'results.csv', columns: ['case_id', 'target', 'verdict', 'score', 'scores', 'output'], separator: 'semicolon', bom: true },
    },
  ],
  writes: 'text/csv',
  compares: true,
  async create(options, environment) {
    // Most runs have none.
    const [{ CsvReporter }, { OrderedSpool }] = await Promise.all([import('./csv/csv-reporter.js'), import('./parts/ordered-spool.js')]);
    return new CsvReporter(options, environment, await OrderedSpool.create(environment.scratchFolder));
  },
});
