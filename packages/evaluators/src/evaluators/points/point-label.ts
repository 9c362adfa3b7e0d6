import { isJsonObject, type JsonValue, type RubricPoint } from '@assay/schema';
import { boundedLine } from './bounded-line.js';

/** Longest name or argument that is shown, in characters. */
const LONGEST_PART = 120;

/** A point in words: its text, or its function with the argument. */
export function pointLabel(point: RubricPoint): string {
  if (!('fn' in point)) return point.text;
  if (point.text !== undefined) return point.text;
  const fn = `$${boundedLine(point.fn, LONGEST_PART)}`;
  return point.arg === undefined ? fn : `${fn} ${boundedLine(JSON.stringify(point.arg), LONGEST_PART)}`;
}

function title(value: JsonValue): string {
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const name = value['title'] ?? value['name'];
  const parts = [name, value['url']].filter((part) => typeof part === 'string');
  // Where only the address is written it is the title too.
  return parts.length === 0 ? JSON.stringify(value) : [...new Set(parts)].join(', ');
}

/** A citation as one text. */
export function citationText(citation: JsonValue): string {
  return Array.isArray(citation) ? (citation as readonly JsonValue[]).map(title).join('; ') : title(citation);
}
