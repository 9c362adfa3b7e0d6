import { defineOption } from '../define-option.js';
import { texts } from '../option-types.js';

/** Servers that an untrusted project may ask, as `HOST` or `HOST:PORT`. */
export const allowHosts = defineOption(texts, {
  group: 'trust',
  flags: '--allow-host <host>',
  description: 'with --untrusted: a server that the project may ask, HOST or HOST:PORT (repeatable)',
});
