import { EVAL_CASE_ALIASES, ID_KEYS } from '@assay/schema';
import { type Alias, isAlias, isMap, isScalar, isSeq, Scalar, type Document } from 'yaml';

const LISTS: ReadonlySet<string> = new Set([...EVAL_CASE_ALIASES.cases, 'prompts']);

function itemsOf(node: unknown, doc: Document): readonly unknown[] {
  const target = isAlias(node) ? node.resolve(doc) : node;
  return isSeq(target) ? target.items : [];
}

/** The items of the lists under some keys of a mapping. */
function listedIn(node: unknown, keys: ReadonlySet<string>, doc: Document): readonly unknown[] {
  const target = isAlias(node) ? node.resolve(doc) : node;
  if (!isMap(target)) return [];
  return target.items.flatMap(({ key, value }) => (isScalar(key) && keys.has(String(key.value)) ? itemsOf(value, doc) : []));
}

/** The nodes that may be cases: the document, its items, and the items of its list of cases. */
function casesIn(doc: Document): readonly unknown[] {
  const root: unknown = doc.contents;
  return isMap(root) ? [root, ...listedIn(root, LISTS, doc)] : itemsOf(root, doc);
}

const RUBRICS: ReadonlySet<string> = new Set(['rubrics']);
const EVALUATORS: ReadonlySet<string> = new Set(['evaluators']);

/** The lines of the rubrics of a case, its own and those of its evaluators. */
function linesIn(node: unknown, doc: Document): readonly unknown[] {
  return [node, ...listedIn(node, EVALUATORS, doc)].flatMap((holder) => listedIn(holder, RUBRICS, doc));
}

function inPlaceOf(alias: Alias, text: string): Scalar {
  const scalar = new Scalar(text);
  if (alias.range) scalar.range = alias.range;
  return scalar;
}

/**
 * Makes texts of the numbers that are ids of cases and of lines of their rubrics, where a number would lose how they are written:
 * `007`, `1.0`, `12e345`, and those beyond 2^53.
 */
export function keepWrittenIds(doc: Document): void {
  for (const node of casesIn(doc).flatMap((found) => [found, ...linesIn(found, doc)])) {
    const target = isAlias(node) ? node.resolve(doc) : node;
    if (!isMap(target)) continue;
    for (const pair of target.items) {
      const { key } = pair;
      const value = isAlias(pair.value) ? pair.value.resolve(doc) : pair.value;
      if (!isScalar(key) || !ID_KEYS.includes(String(key.value)) || !isScalar(value)) continue;
      const { value: id, source } = value;
      if (typeof id !== 'number' || source === undefined || source === String(id)) continue;
      if (value === pair.value) value.value = source;
      // What an alias stands for is a number still where it is no id.
      else if (isAlias(pair.value)) pair.value = inPlaceOf(pair.value, source);
    }
  }
}
