import * as v from 'valibot';

/**
 * An object schema whose findings read as sentences: a missing key is named, and so is what
 * stands where an object should.
 * @param subject What the object is, for the message, e.g. `an expected call`.
 * @param missing What to say beyond "… is required" when a key is missing, by key.
 */
export function entryObject<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  subject = 'the options',
  missing: { readonly [TKey in keyof TEntries]?: string } = {},
) {
  return v.object(entries, (issue) => {
    // Only a missing key is expected by its name, in quotes.
    const key = /^"(.*)"$/u.exec(issue.expected)?.[1];
    if (key === undefined) return `${subject} must be a mapping of keys to values, got ${issue.received}`;
    return missing[key] === undefined ? `${key} is required` : `${key} is required; ${missing[key]}`;
  });
}
