const MARK = /\{[{%#]/u;

/** Whether a value holds a text with marks of templates, however deep. */
export function hasMarks(value: unknown): boolean {
  if (typeof value === 'string') return MARK.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.some(hasMarks) : Object.values(value).some(hasMarks);
}
