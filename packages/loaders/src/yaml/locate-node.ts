import type { ValuePath } from '@assay/schema';
import { isAlias, isMap, isPair, isScalar, isSeq, Scalar, type Document, type Pair, type YAMLMap } from 'yaml';
import { isMergeKey } from './examine-document.js';

type Located = { readonly range?: readonly [number, number, number] | null | undefined };

function offsetOf(node: unknown): number | undefined {
  return (node as Located | null | undefined)?.range?.[0];
}

interface Entries {
  /** The first of each key. */
  readonly byKey: ReadonlyMap<string, Pair>;
  readonly merged: readonly unknown[];
}

/** Of the mappings that were looked into: many findings may be about one with many keys. */
const entriesOf = new WeakMap<YAMLMap, Entries>();

function indexed(map: YAMLMap): Entries {
  const known = entriesOf.get(map);
  if (known) return known;
  const byKey = new Map<string, Pair>();
  const merged: unknown[] = [];
  for (const pair of map.items) {
    if (isMergeKey(pair.key)) merged.push(pair.value);
    const text = String(isScalar(pair.key) ? pair.key.value : pair.key);
    if (!byKey.has(text)) byKey.set(text, pair);
  }
  const entries = { byKey, merged };
  entriesOf.set(map, entries);
  return entries;
}

/** The entry of a mapping with this key, also when it comes from a merged (`<<`) mapping. */
function findPair(doc: Document, node: unknown, key: string): Pair | undefined {
  const target = isAlias(node) ? node.resolve(doc) : node;
  if (isSeq(target)) {
    return target.items.map((item) => findPair(doc, item, key)).find((pair) => pair !== undefined);
  }
  if (!isMap(target)) return undefined;
  const { byKey, merged } = indexed(target);
  return byKey.get(key) ?? merged.map((value) => findPair(doc, value, key)).find((pair) => pair !== undefined);
}

/**
 * Offset in the text at which the value (or its key) at a path stands. When the path leads to
 * something that is not written, the nearest thing around it counts.
 */
export function offsetAt(doc: Document, path: ValuePath, which: 'key' | 'value' = 'value'): number {
  let node: unknown = doc.contents;
  let offset = offsetOf(node) ?? 0;
  for (const [index, part] of path.entries()) {
    if (isAlias(node)) node = node.resolve(doc);
    const last = index === path.length - 1;
    if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      if (isPair(node)) node = node.key;
      offset = offsetOf(node) ?? offset;
    } else {
      const pair = findPair(doc, node, String(part));
      if (!pair) return offset;
      const keyOffset = offsetOf(pair.key) ?? offset;
      node = pair.value;
      const empty = isScalar(node) && node.value === null && node.source === '';
      offset = (last && which === 'key') || empty ? keyOffset : (offsetOf(node) ?? keyOffset);
    }
  }
  return offset;
}

function nodeAt(doc: Document, path: ValuePath): unknown {
  let node: unknown = doc.contents;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(doc);
    node = isSeq(node) && typeof part === 'number' ? node.items[part] : findPair(doc, node, String(part))?.value;
  }
  return isAlias(node) ? node.resolve(doc) : node;
}

/**
 * The characters of a plain value as they stand in the file: `007`, `1.0`, `True`. Undefined for
 * values in quotes, lists and mappings, and where nothing is written.
 */
export function writtenAt(doc: Document, path: ValuePath): string | undefined {
  const node = nodeAt(doc, path);
  if (!isScalar(node) || node.type !== Scalar.PLAIN || node.source === undefined || node.source === '') return undefined;
  return node.source;
}
