import type { JsonValue } from '@assay/schema';

/** A value as JSON, cut after so many characters. */
export function shortJson(value: JsonValue, most: number): string {
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
