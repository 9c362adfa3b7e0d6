/**
 * What every number that is too large is written with: an exponent of three digits, or so many digits in a row, since 199 of them and
 * an exponent of 99 stay below 1e308. Texts may have either by chance. In one expression they take three times as long.
 */
const LARGE_EXPONENT = /\d[eE](?:\d{3}|\+\d{3})/u;
const MANY_DIGITS = /(?<!\d)\d{200}/u;
/** So many digits in a row stand at two places that are half as far from each other. */
const HALF = 100;

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Looks at one place of a hundred, and at all only where digits stand at two of these that follow each other. */
function hasManyDigits(text: string): boolean {
  for (let at = HALF; at < text.length; at += HALF) {
    if (isDigitAt(text, at) && isDigitAt(text, at - HALF)) return MANY_DIGITS.test(text);
  }
  return false;
}

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
  return LARGE_EXPONENT.test(text) || hasManyDigits(text);
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
