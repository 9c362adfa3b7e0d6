import { defineOption } from '../define-option.js';
import { amount } from '../option-types.js';

/** Most that one reply may have, in megabytes of 2^20 bytes, where its target does not say. */
export const maxReplyMb = defineOption(amount('megabytes'), {
  group: 'pace',
  description: 'most that one reply may have, where its target does not say (4 when nobody does)',
  setting: 'max_reply_mb',
  again: 'resumed',
});
