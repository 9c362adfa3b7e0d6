import { defineOption } from '../define-option.js';
import { names } from '../option-types.js';

/** Tags of cases, of which one is enough; empty for all. */
export const tags = defineOption(names, {
  group: 'cases',
  flags: '--tag <tag>',
  description: 'only cases with this tag (repeatable)',
  initial: [],
  narrows: true,
  selects: async (wanted) => (await import('../case-filters.js')).tagFilter(wanted),
});
