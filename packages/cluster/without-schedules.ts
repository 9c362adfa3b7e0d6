/** What reads when a job is due that comes again and again, with a calendar for all time zones. */
const SCHEDULES = 'cron-parser';
const STUB = '\0no-schedules';

/** Leaves out of a bundle what queues need for jobs that are due by the clock: a run has none, and it is a quarter of what would be loaded. */
export function withoutSchedules() {
  return {
    name: 'without-schedules',
    resolveId: (id: string) => (id === SCHEDULES ? STUB : undefined),
    load: (id: string) => (id === STUB ? 'export const CronExpressionParser = undefined;' : undefined),
  };
}
