/**
 * What every number that is too large is written with: an exponent of three digits, or two hundred digits in a row,
 * since 199 of them and an exponent of 99 stay below 1e308. Texts may have either by chance.
 */
const SUSPECT = /\d[eE]\+?\d{3}|(?<!\d)\d{200}/u;

/** Characters of a place that are shown. */
const SHOWN = 80;

/** @returns the place of the first number in a value that is not finite. */
function walk(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'number' && typeof inner !== 'object') continue;
    const name = key.length > SHOWN ? `${key.slice(0, SHOWN)}…` : key;
    const found = walk(inner, isList ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether JSON may have a number that is too large: a look at its text, which costs little. */
export function mayHaveUnboundedNumber(text: string): boolean {
  return SUSPECT.test(text);
}

/**
 * Where a value has a number that is not finite, as in `args.list[2]` (empty: the value itself): JSON has a number there
 * that is too large, and would be stored as null. Undefined when it has none.
 * @param value One that is not nested too deep.
 */
export function unboundedNumberIn(value: unknown): string | undefined {
  const place = walk(value, '');
  return place !== undefined && place.length > SHOWN ? `${place.slice(0, SHOWN)}…` : place;
}
