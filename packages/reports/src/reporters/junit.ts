import { defineReporter } from '@assay/schema';
import { JunitOptionsSchema } from './junit/junit-options.js';

/** Tests for CI servers: each trial is one, in a suite for each suite and target. */
export const reporter = defineReporter({
  name: 'junit',
  description: 'A JUnit report for CI servers, with a test for each trial. A trial that failed is a failure, one without a score is an error. For a comparison, it has a test for each case that changed.',
  options: JunitOptionsSchema,
  examples: [
    { title: 'A file for a CI server', value: { name: 'junit', file: 'junit.xml' } },
    { title: 'With the replies of all tests', value: { name: 'junit', file: 'junit.xml', replies: 'all', max_characters: 2000 } },
  ],
  writes: 'application/xml',
  compares: true,
  async create(options, environment) {
    // Most runs have none.
    const [{ JunitReporter }, { OrderedSpool }] = await Promise.all([import('./junit/junit-reporter.js'), import('./parts/ordered-spool.js')]);
    return new JunitReporter(options, environment, await OrderedSpool.create(environment.scratchFolder));
  },
});
