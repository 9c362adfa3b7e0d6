import type { Liquid } from 'liquidjs';
import { addNumberFilters, asNumber } from './number-filters.js';

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Spaces of the indentation of JSON, at most. */
const WIDEST_INDENT = 10;

function asJson(value: unknown, indent?: unknown): string {
  return JSON.stringify(value ?? null, null, Math.min(asNumber(indent) ?? 0, WIDEST_INDENT)) ?? '';
}

function capitalized(value: unknown): string {
  return text(value).toLowerCase().replaceAll(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
}

/**
 * What stands in for nothing, an empty text or list, and false: that stays with `allow_false: true`, as Liquid has it. With a bare
 * `true`, as Nunjucks has it, also for 0.
 */
function orElse(value: unknown, other: unknown, ...options: readonly unknown[]): unknown {
  const keepsFalse = options.some((option) => Array.isArray(option) && option[0] === 'allow_false' && option[1] === true);
  if (value === false) return keepsFalse ? value : other;
  if (options.includes(true) && !value) return other;
  const isNothing = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isNothing ? other : value;
}

/** Filters of Liquid that take texts. Of a mapping they would make `[object Object]`. */
const OF_TEXTS = [
  'append', 'prepend', 'capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'strip_newlines', 'strip_html', 'escape', 'escape_once', 'newline_to_br', 'url_encode',
  'replace', 'replace_first', 'replace_last', 'remove', 'remove_first', 'remove_last', 'truncate', 'truncatewords', 'split',
];

const asText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** Has a filter given other values than stand before and behind it. */
function prepare(liquid: Liquid, name: string, change: (value: unknown) => unknown): void {
  const filter = liquid.filters[name];
  if (typeof filter !== 'function') return;
  liquid.registerFilter(name, function (...values: unknown[]) {
    return filter.apply(this, values.map(change) as Parameters<typeof filter>) as unknown;
  });
}

/** Filters by the names that they have in Nunjucks. */
export function addFilters(liquid: Liquid): void {
  for (const name of OF_TEXTS) prepare(liquid, name, asText);
  prepare(liquid, 'join', (value) => (Array.isArray(value) ? value.map(asText) : asText(value)));
  liquid.registerFilter('default', orElse);
  liquid.registerFilter('length', sizeOf);
  liquid.registerFilter('dump', asJson);
  liquid.registerFilter('tojson', asJson);
  liquid.registerFilter('safe', (value: unknown) => value);
  liquid.registerFilter('upper', (value: unknown) => text(value).toUpperCase());
  liquid.registerFilter('lower', (value: unknown) => text(value).toLowerCase());
  liquid.registerFilter('trim', (value: unknown) => text(value).trim());
  liquid.registerFilter('title', capitalized);
  liquid.registerFilter('string', text);
  addNumberFilters(liquid);
  liquid.registerFilter('urlencode', (value: unknown) => encodeURIComponent(text(value)));
  const { escape } = liquid.filters;
  if (escape) liquid.registerFilter('e', escape);
}
