const KEPT = 64;
/** What was written for the latest milliseconds, each in the place of its last digits. */
const written: { readonly ms: number; readonly text: string }[] = [];

/** A time as rows have it. Rows come faster than milliseconds: when one begins and ends, others do too. @param ms since the epoch, whole. */
export function isoTime(ms: number): string {
  const place = Math.abs(ms % KEPT);
  let known = written[place];
  if (known?.ms !== ms) written[place] = known = { ms, text: new Date(ms).toISOString() };
  return known.text;
}
