import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Nothing in the project is vouched for, but what is named here. Undefined for what the settings say; `false` overrules the user's own, never the project's. */
export const untrusted = defineOption(flag, {
  group: 'trust',
  flags: '--untrusted',
  description: 'vouch for nothing in the project: it runs no programs, chooses no models, reads no variables',
  negated: 'do not, though your own settings say so',
});
