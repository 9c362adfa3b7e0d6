/**
 * The drafts of JSON Schema that are read, and which of them a schema is written by. Plain JavaScript, because it works in
 * the thread for long tasks too.
 */

import { DATA, isMapping, NAMED } from './places-in-schemas.js';

/** A draft: what `$schema` calls it, and which keywords the ones before it pass over. */
const DRAFTS = [
  { name: 'draft-06', uri: 'http://json-schema.org/draft-06/schema', keywords: /** @type {readonly string[]} */ ([]) },
  { name: 'draft-07', uri: 'http://json-schema.org/draft-07/schema', keywords: [] },
  {
    name: '2019-09',
    uri: 'https://json-schema.org/draft/2019-09/schema',
    keywords: [
      '$anchor', '$recursiveAnchor', '$recursiveRef', 'dependentRequired', 'dependentSchemas', 'maxContains', 'minContains', 'unevaluatedItems',
      'unevaluatedProperties',
    ],
  },
  { name: '2020-12', uri: 'https://json-schema.org/draft/2020-12/schema', keywords: ['$dynamicAnchor', '$dynamicRef', 'prefixItems'] },
];

/** What a schema without `$schema` is written by, unless it has keywords of a later one. */
const USUAL = 1;

/** What each `$schema` may be. */
export const KNOWN_DRAFTS = DRAFTS.map(({ uri }) => uri);

/** What stands where keywords do, in the schema and all those in it. @param {unknown} schema */
function keywordsOf(schema) {
  /** @type {Set<string>} */
  const found = new Set();
  const left = [schema];
  while (left.length > 0) {
    const next = left.pop();
    if (Array.isArray(next)) for (const item of next) left.push(item);
    if (!isMapping(next)) continue;
    for (const [key, value] of Object.entries(next)) {
      found.add(key);
      if (DATA.has(key)) continue;
      if (NAMED.has(key) && isMapping(value)) for (const named of Object.values(value)) left.push(named);
      else left.push(value);
    }
  }
  return found;
}

/** @param {unknown} written The `$schema`. */
function namedDraft(written) {
  return typeof written === 'string' ? DRAFTS.findIndex(({ uri }) => written === uri || written === `${uri}#`) : -1;
}

/** Whether a schema names no draft, or one that is read. @param {Readonly<Record<string, unknown>>} schema */
export function hasKnownDraft(schema) {
  return schema['$schema'] === undefined || namedDraft(schema['$schema']) !== -1;
}

/**
 * The draft that a schema is read by: the one that it names, else the latest that it has keywords of. By an earlier one these
 * would check nothing, and what they forbid would pass.
 *
 * @param {Readonly<Record<string, unknown>>} schema
 */
export function draftOf(schema) {
  const named = namedDraft(schema['$schema']);
  if (named !== -1) return DRAFTS[named]?.name;
  const keywords = keywordsOf(schema);
  const latest = DRAFTS.findLastIndex((draft) => draft.keywords.some((keyword) => keywords.has(keyword)));
  return DRAFTS[Math.max(latest, USUAL)]?.name;
}

/**
 * The keywords of a schema that came after the draft that it names, so that they check nothing.
 *
 * @param {Readonly<Record<string, unknown>>} schema
 */
export function keywordsOfLaterDrafts(schema) {
  const named = namedDraft(schema['$schema']);
  if (named === -1) return [];
  const keywords = keywordsOf(schema);
  return DRAFTS.slice(named + 1).flatMap((draft) => draft.keywords.filter((keyword) => keywords.has(keyword)).map((keyword) => ({ keyword, draft: draft.name })));
}
