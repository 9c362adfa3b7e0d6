import type { Command } from 'commander';
import { defineCommand } from '../define-command.js';

const declare = (command: Command): Command =>
  command.option('--untrusted', 'the cache of untrusted projects, in your own folder').option('--json', 'print it as JSON');

const stats = defineCommand({
  name: 'stats',
  description: 'say how much is kept, and since when',
  declare,
  action: async () => (await import('../../commands/cache.js')).cacheStatsCommand,
});

const clear = defineCommand({
  name: 'clear',
  description: 'forget all that is kept',
  declare,
  action: async () => (await import('../../commands/cache.js')).cacheClearCommand,
});

export const cache = defineCommand({
  name: 'cache',
  description: 'look at what --cache keeps, or forget it',
  commands: [stats, clear],
});
