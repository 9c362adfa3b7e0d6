/** The programs of BullMQ that the server runs for a queue of ours. It has some fifty more, which are a third of all that would be loaded. */
export const PROGRAMS = ['addStandardJob-9', 'extendLocks-1', 'moveJobFromActiveToWait-9', 'moveStalledJobsToWait-9', 'moveToActive-11', 'moveToFinished-14', 'removeJob-2'];

/** Modules that have nothing to do here, with what stands for each. Whoever came to need one would fail at once. */
const STAND_INS: readonly { readonly module: RegExp; readonly code: string }[] = [
  { module: /[\\/]bullmq[\\/]dist[\\/]esm[\\/]scripts[\\/]index\.js$/u, code: PROGRAMS.map((program) => `export * from './${program}';`).join('\n') },
  // Clients that are not ours.
  { module: /[\\/]bullmq[\\/]dist[\\/]esm[\\/]classes[\\/]bun-redis-client\.js$/u, code: 'export const createBunRedisClient = undefined;' },
  { module: /[\\/]bullmq[\\/]dist[\\/]esm[\\/]classes[\\/]node-redis-client\.js$/u, code: 'export const createNodeRedisClient = undefined;' },
  // Programs that jobs would be done by, each in a process or a thread of its own.
  { module: /[\\/]bullmq[\\/]dist[\\/]esm[\\/]classes[\\/]child-pool\.js$/u, code: 'export const ChildPool = undefined;' },
  { module: /[\\/]bullmq[\\/]dist[\\/]esm[\\/]classes[\\/]sandbox\.js$/u, code: 'export default undefined;' },
  // Ranges of versions: which of two is the older one is all that is asked.
  { module: /[\\/]semver[\\/]index\.js$/u, code: ['coerce', 'lt', 'valid'].map((name) => `exports.${name} = require('./functions/${name}');`).join('\n') },
  // Several servers: whoever names one is refused.
  { module: /[\\/]ioredis[\\/]built[\\/]cluster[\\/]index\.js$/u, code: 'exports.default = class Cluster {};' },
  { module: /[\\/]ioredis[\\/]built[\\/]connectors[\\/]SentinelConnector[\\/]index\.js$/u, code: 'exports.default = undefined; exports.SentinelIterator = undefined;' },
];

/** What is imported of packages by their names. The first reads when a job is due that comes again and again, with a calendar for all time zones. */
const PACKAGES: Readonly<Record<string, string>> = {
  'cron-parser': 'export const CronExpressionParser = undefined;',
  // Prints what clients do for those who work on them.
  debug: 'export default () => ({ enabled: false });',
};
const PREFIX = '\0stand-in:';

/** Modules of Node that take milliseconds to load, and are rarely used: they are loaded then. */
const LATER: readonly { readonly module: RegExp; readonly import: string; readonly instead: string }[] = [
  {
    module: /[\\/]ioredis[\\/]built[\\/]connectors[\\/]StandaloneConnector\.js$/u,
    import: 'const tls_1 = require("tls");',
    instead: 'const tls_1 = { connect: (...given) => process.getBuiltinModule("tls").connect(...given) };',
  },
  {
    module: /[\\/]redis-errors[\\/]lib[\\/]modern\.js$/u,
    import: "const assert = require('assert')",
    instead: "const assert = (value) => process.getBuiltinModule('assert')(value); assert.strictEqual = (...given) => process.getBuiltinModule('assert').strictEqual(...given);",
  },
  {
    module: /[\\/]redis-errors[\\/]lib[\\/]old\.js$/u,
    import: "const assert = require('assert')",
    instead: 'const assert = undefined;',
  },
];

/**
 * Leaves out of a bundle what queues need for jobs that are due by the clock, depend on others, are looked for, or are done by programs
 * of their own, and what clients need for several servers: a run has none. All that is in a file is parsed, by every worker and every run.
 */
export function withoutUnused() {
  const missing = new Set<RegExp>([...STAND_INS, ...LATER].map(({ module }) => module));
  return {
    name: 'without-unused',
    resolveId: (id: string) => (PACKAGES[id] === undefined ? undefined : `${PREFIX}${id}`),
    load(id: string) {
      const found = STAND_INS.find(({ module }) => module.test(id));
      if (found) missing.delete(found.module);
      return found?.code ?? (id.startsWith(PREFIX) ? PACKAGES[id.slice(PREFIX.length)] : undefined);
    },
    transform(code: string, id: string) {
      const found = LATER.find(({ module }) => module.test(id));
      if (!found) return undefined;
      if (!code.includes(found.import)) throw new Error(`${id} does not import as it used to: see what is to be done instead`);
      missing.delete(found.module);
      return { code: code.replace(found.import, () => found.instead), map: null };
    },
    // One that is elsewhere now would be bundled whole, and nobody would notice.
    buildEnd(error?: Error) {
      if (!error && missing.size > 0) throw new Error(`nothing is at ${[...missing].join(', ')} any more`);
    },
  };
}
