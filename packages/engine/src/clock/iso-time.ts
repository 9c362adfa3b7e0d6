let last = { ms: 0, text: new Date(0).toISOString() };

/** A time as rows have it. Rows come faster than milliseconds: what was written last is often asked for again. @param ms since the epoch. */
export function isoTime(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
