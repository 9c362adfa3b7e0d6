/** Milliseconds in a unit of time, by its sign. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const PART = /(\d+(?:\.\d+)?)\s*(ms|[smhd])/gu;
const WHOLE = /^\s*(?:\d+(?:\.\d+)?\s*(?:ms|[smhd])\s*)+$/u;

/**
 * Milliseconds of a time as it is written: `90` and `90s` are seconds, `30m`, `2h`, `1h30m`.
 * @returns undefined for anything else, also for no time at all.
 */
export function durationMs(written: unknown): number | undefined {
  const text = typeof written === 'number' ? `${written}` : typeof written === 'string' ? written.trim() : '';
  let ms = 0;
  if (/^\d+(?:\.\d+)?$/u.test(text)) ms = Number(text) * 1_000;
  else if (WHOLE.test(text)) for (const [, count, unit = ''] of text.matchAll(PART)) ms += Number(count) * (UNITS[unit] ?? Number.NaN);
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}
