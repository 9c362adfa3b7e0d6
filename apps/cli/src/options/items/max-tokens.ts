import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Most tokens of input and output together, over all parts of the run. */
export const maxTokens = defineOption(whole(1), {
  group: 'budget',
  flags: '--max-tokens <n>',
  description: 'stop before targets, judges and embeddings have taken more than this many tokens, of input and output together',
  setting: 'max_tokens',
  ofSuites: true,
  again: 'resumed',
});
