/** The programs of BullMQ that the server runs for a queue of ours. It has some fifty more, which are a third of all that would be loaded. */
export const PROGRAMS = ['addStandardJob-9', 'extendLocks-1', 'moveJobFromActiveToWait-9', 'moveStalledJobsToWait-9', 'moveToActive-11', 'moveToFinished-14', 'removeJob-2'];
const ALL_PROGRAMS = /[\\/]bullmq[\\/]dist[\\/]esm[\\/]scripts[\\/]index\.js$/u;

/** What reads when a job is due that comes again and again, with a calendar for all time zones. */
const SCHEDULES = 'cron-parser';
const STUB = '\0no-schedules';

/** Leaves out of a bundle what queues need for jobs that are due by the clock, depend on others, or are looked for: a run has none. */
export function withoutUnused() {
  return {
    name: 'without-unused',
    resolveId: (id: string) => (id === SCHEDULES ? STUB : undefined),
    load(id: string) {
      if (id === STUB) return 'export const CronExpressionParser = undefined;';
      return ALL_PROGRAMS.test(id) ? PROGRAMS.map((program) => `export * from './${program}';`).join('\n') : undefined;
    },
  };
}
