import { defineOption } from '../define-option.js';
import { oneOf } from '../option-types.js';

/** Which spelling wins when a case has two; the project's setting if undefined, a suite's own key wins. */
export const aliasPrecedence = defineOption(oneOf('canonical', 'shorthand'), {
  group: 'cases',
  description: 'which spelling wins when a case has two (alias_precedence of the project when nothing is said)',
});
