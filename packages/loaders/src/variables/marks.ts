const MARK = /\{[{%#]/u;

/** Whether a value holds a text with marks of templates, however deep. */
export function hasMarks(value: unknown): boolean {
  if (typeof value === 'string') return MARK.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.some(hasMarks) : Object.values(value).some(hasMarks);
}

/** The texts in a value, however deep, that have marks of templates. */
export function markedTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return MARK.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(markedTexts) : [];
}
