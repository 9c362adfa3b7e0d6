import { isJsonObject, type JsonValue, type RubricPoint } from '@assay/schema';

const LONGEST_ARGUMENT = 120;

function shorten(text: string): string {
  if (text.length <= LONGEST_ARGUMENT) return text;
  // By characters, so that none is cut in half.
  return `${Array.from(text.slice(0, 2 * LONGEST_ARGUMENT)).slice(0, LONGEST_ARGUMENT - 1).join('')}…`;
}

/** A point in words: its text, or its function with the argument. */
export function pointLabel(point: RubricPoint): string {
  if (!('fn' in point)) return point.text;
  if (point.text !== undefined) return point.text;
  return point.arg === undefined ? `$${point.fn}` : `$${point.fn} ${shorten(JSON.stringify(point.arg))}`;
}

function title(value: JsonValue): string {
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const name = value['title'] ?? value['name'];
  const parts = [name, value['url']].filter((part) => typeof part === 'string');
  return parts.length === 0 ? JSON.stringify(value) : parts.join(', ');
}

/** A citation as one text. */
export function citationText(citation: JsonValue): string {
  return Array.isArray(citation) ? (citation as readonly JsonValue[]).map(title).join('; ') : title(citation);
}
