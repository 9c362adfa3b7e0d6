const LONGEST_SHOWN = 120;

/** A text in quotes, as messages show it: cut where it is long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}
