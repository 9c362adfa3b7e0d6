import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Most tokens of a target. */
export const tokensPerMinute = defineOption(whole(1), {
  group: 'pace',
  flags: '--tokens-per-minute <n>',
  description: 'most tokens of a target, judge or embedding model in any minute, by what its replies say; default: as many as its server lets',
  setting: 'tokens_per_minute',
  again: 'resumed',
});
