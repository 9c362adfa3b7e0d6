import type { JsonValue } from '@assay/schema';

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u;

/**
 * The number that a JSON number or a text such as `0.75` or `4/5` states. The part after a slash
 * is taken only if it is `outOf`. Everything else (`75%`, `0,75`, `about 4`) is undefined: it
 * could be meant in more than one way.
 */
export function plainNumber(value: JsonValue, outOf?: number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const [text = '', total, ...rest] = value.split('/').map((part) => part.trim());
  if (rest.length > 0 || !PLAIN_NUMBER.test(text)) return undefined;
  if (total !== undefined && (!PLAIN_NUMBER.test(total) || Number(total) !== outOf)) return undefined;
  return Number(text);
}
