import type { Liquid } from 'liquidjs';
import { addNumberFilters, asNumber } from './number-filters.js';

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

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

/** Filters by the names that they have in Nunjucks. */
export function addFilters(liquid: Liquid): void {
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
