import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** Most requests of a target. */
export const requestsPerMinute = defineOption(whole(1), {
  group: 'pace',
  flags: '--requests-per-minute <n>',
  description: 'most requests of a target, judge or embedding model in any minute; default: as many as its server lets',
  setting: 'requests_per_minute',
  again: 'resumed',
});
