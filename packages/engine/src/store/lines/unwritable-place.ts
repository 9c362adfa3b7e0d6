/** So many levels down the place of a value is told: a value that is nested too deeply has no end that would help anybody. */
const MOST_LEVELS = 8;

function canBeWritten(write: () => unknown): boolean {
  try {
    write();
    return true;
  } catch {
    return false;
  }
}

/**
 * Where in a value stands what cannot be written: a property that throws as it is read, say. Looked for when it is known that something
 * cannot be, since each part is written on its own.
 * @param write throws for what it cannot write
 * @returns undefined where no part of it is to blame
 */
export function unwritablePlace(value: unknown, write: (part: unknown) => unknown): string | undefined {
  let place = '';
  let part = value;
  for (let level = 0; level < MOST_LEVELS && typeof part === 'object' && part !== null; level += 1) {
    const whole = part as Readonly<Record<string, unknown>>;
    const key = Object.keys(whole).find((name) => !canBeWritten(() => write(whole[name])));
    if (key === undefined) break;
    place += Array.isArray(whole) ? `[${key}]` : `${place === '' ? '' : '.'}${key}`;
    if (!canBeWritten(() => whole[key])) break;
    part = whole[key];
  }
  return place === '' ? undefined : place;
}
