const LONGEST = 120;

/** A text in quotes, as messages show it: cut where it is long. */
export function quotedText(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
