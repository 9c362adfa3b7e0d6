import type { JsonValue } from '@assay/schema';

/** The two ways in which an accent may be typed: one letter, or a letter with a mark that follows. */
export type AccentForm = 'NFC' | 'NFD';

/** The same value with all of its texts in that form, those of keys too. */
export function inForm<T extends JsonValue | undefined>(value: T, form: AccentForm): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value).normalize(form)) as T);
}
