import { defineOption } from '../define-option.js';
import { whole } from '../option-types.js';

/** How often every case runs. */
export const repeat = defineOption(whole(1), {
  group: 'pace',
  flags: '--repeat <n>',
  description: 'run every case this many times',
  setting: 'repeat',
  default: 1,
});
