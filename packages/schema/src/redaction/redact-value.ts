/** Deeper than anything that is read or written: what comes from outside is bounded before. */
const DEEPEST = 2_000;

type Redact = (text: string) => string;

interface Redaction {
  readonly text: Redact;
  readonly name: Redact;
}

function redactList(list: readonly unknown[], redact: Redaction, depth: number): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const clean = redactInside(item, redact, depth);
    if (clean !== item) (changed ??= [...list])[index] = clean;
  }
  return changed ?? list;
}

function redactObject(object: object, redact: Redaction, depth: number): object {
  // Nothing is made as long as nothing changes: nearly all values are clean, and there are many.
  let changed: [string, unknown][] | undefined;
  const keys = Object.keys(object);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const item: unknown = (object as Record<string, unknown>)[key];
    const cleanKey = redact.name(key);
    const clean = redactInside(item, redact, depth);
    if (!changed && clean === item && cleanKey === key) continue;
    changed ??= Object.entries(object).slice(0, index);
    changed.push([cleanKey, clean]);
  }
  return changed ? Object.fromEntries(changed) : object;
}

function redactInside(value: unknown, redact: Redaction, depth: number): unknown {
  if (typeof value === 'string') return redact.text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[redacted]';
  return Array.isArray(value) ? redactList(value, redact, depth + 1) : redactObject(value, redact, depth + 1);
}

/**
 * Plain data with every text and name in it redacted. What has no secret stays the same object.
 * @param redactName For names, which come again and again; default as texts.
 */
export function redactValue<T>(value: T, redactText: Redact, redactName = redactText): T {
  return redactInside(value, { text: redactText, name: redactName }, 0) as T;
}
