/** Every form of a date in HTTP and in JSON has a time of day. JavaScript takes much else for one: `2, 2` would be a day in 2001. */
const TIME_OF_DAY = /\d:\d\d/u;

/** Milliseconds since the epoch; undefined for what is no date. */
export function dateOf(written: string | null | undefined): number | undefined {
  if (!TIME_OF_DAY.test(written ?? '')) return undefined;
  const date = Date.parse(written ?? '');
  return Number.isNaN(date) ? undefined : date;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/u;
const PART = /(\d+(?:\.\d+)?)(ms|[smhd])/gu;

/** Numbers from here on are moments: seconds since the epoch, or milliseconds. Less is a number of seconds. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e11;

function numberedWait(value: number, now: number): number {
  if (value >= EPOCH_MS) return value - now;
  return value >= EPOCH_SECONDS ? value * 1000 - now : value * 1000;
}

/**
 * A wait as servers write it, in milliseconds: a duration (`6m0s`, `17ms`), seconds, or a moment (a date, or seconds or
 * milliseconds since the epoch). Undefined for what is none of these.
 * @param now what moments are compared with, in milliseconds since the epoch.
 */
export function writtenWait(written: string, now: number): number | undefined {
  const text = written.trim();
  if (DURATION.test(text)) {
    return [...text.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
  }
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Math.max(0, numberedWait(Number(text), now));
  const date = dateOf(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}
