const LONGEST = 200;

/** A pattern as messages show it. */
export function displayPattern(written: string): string {
  return written.length > LONGEST ? `"${written.slice(0, LONGEST)}…" (${written.length} characters)` : `"${written}"`;
}
