import { defineOption } from '../define-option.js';
import { names } from '../option-types.js';

/** Globs on the ids of cases; empty for all. */
export const ids = defineOption(names, {
  group: 'cases',
  flags: '--id <glob>',
  description: 'only cases whose id matches (repeatable)',
  initial: [],
  narrows: true,
  selects: async (globs) => (await import('../case-filters.js')).idFilter(globs),
});
