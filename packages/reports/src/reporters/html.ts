import { ConfigError, defineReporter } from '@assay/schema';
import * as v from 'valibot';
import { byOption, createSlicedRows } from './parts/sliced-rows.js';

/** The page of a run, or of a comparison, in one file, to be handed on. */
export const reporter = defineReporter({
  name: 'html',
  description: 'A web page in one file, with all replies and their scores to search, filter and inspect; for a comparison, with the replies of both runs. It loads nothing from elsewhere.',
  options: v.strictObject({ by: byOption('the results of a run are also summed up, with a table for each') }),
  examples: [{ title: 'A page', value: { name: 'html', file: 'results.html' } }, { title: 'With the results of each tag', value: { name: 'html', file: 'results.html', by: ['tag'] } }],
  writes: 'text/html',
  compares: true,
  create: async (options, environment) => {
    if (!environment.page) throw new ConfigError('reporter html needs the page that shows runs, which is not here', { hint: 'use the assay command, or give the environment of the reporter a page' });
    const sliced = createSlicedRows(options, environment);
    // Most runs have none.
    const [{ HtmlReporter }, { pageParts }, { TextSpool }] = await Promise.all([import('./html/html-reporter.js'), import('./html/page-parts.js'), import('./parts/text-spool.js')]);
    const page = pageParts(await environment.page());
    return new HtmlReporter(environment, { page, spool: await TextSpool.create(environment.scratchFolder), sliced });
  },
});
