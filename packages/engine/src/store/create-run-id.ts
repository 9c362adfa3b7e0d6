import type { Random } from '../clock/clock.js';

/**
 * Name of a run, e.g. `2026-11-21T09-12-33-4f2a`: UTC time to the second, so that names sort by
 * time, and four random hex digits, so that two runs of the same second differ. Fit for a folder
 * on every system.
 * @param now milliseconds since the epoch.
 */
export function createRunId(now: number = Date.now(), random: Random = Math.random): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const digits = Math.floor(random() * 0x1_0000)
    .toString(16)
    .padStart(4, '0');
  return `${time}-${digits}`;
}
