/** Beyond all tokens of one reply, dollars and milliseconds that there are; sums over any run stay finite. */
const MOST = 1e12;
const SHOWN_CHARACTERS = 40;

/** A figure that can be: a number from 0 to 1e12; everything else counts as unknown. */
export function knownAmount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MOST ? value : undefined;
}

/** A count that can be: as {@link knownAmount}, and whole. */
export function knownCount(value: unknown): number | undefined {
  return Number.isInteger(value) ? knownAmount(value) : undefined;
}

function display(said: unknown): string {
  if (typeof said === 'string') return JSON.stringify(said.slice(0, SHOWN_CHARACTERS));
  if (typeof said !== 'object') return String(said).slice(0, SHOWN_CHARACTERS);
  return Array.isArray(said) ? '[…]' : '{…}';
}

/**
 * What is said of a figure that cannot be; nothing for one that is known, or missing.
 * @param name of the figure, for the message.
 * @param said as it was reported.
 * @param known what {@link knownAmount} or {@link knownCount} makes of it.
 */
export function figureWarnings(name: string, said: unknown, known: number | undefined): readonly string[] {
  if (said === undefined || said === null || known !== undefined) return [];
  return [`${name} of ${display(said)} cannot be, and counts as not known`];
}
