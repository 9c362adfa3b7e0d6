import type { AliasTable } from './alias-table.js';

/** The names of fields of blueprints and of their prompts. Those of points have a table of their own: other dialects have points too. */
export const BLUEPRINT_ALIASES = {
  title: ['title', 'configTitle'],
  system: ['system', 'systemPrompt', 'systems'],
  coverage: ['llm-coverage', 'llm_coverage'],
  prompt: ['prompt', 'promptText'],
  ideal: ['ideal', 'idealResponse'],
  should: ['should', 'points', 'expect', 'expects', 'expectations'],
  weight: ['weight', 'importance', 'multiplier'],
  references: ['references', 'reference', 'citations', 'citation'],
} as const satisfies AliasTable;
