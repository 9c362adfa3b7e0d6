import type { ValuePath } from '@assay/schema';
import { isAlias, isMap, isPair, isScalar, isSeq, Scalar, type Document, type Pair } from 'yaml';

type Located = { readonly range?: readonly [number, number, number] | null | undefined };

function offsetOf(node: unknown): number | undefined {
  return (node as Located | null | undefined)?.range?.[0];
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** The entry of a mapping with this key, also when it comes from a merged (`<<`) mapping. */
function findPair(doc: Document, node: unknown, key: string): Pair | undefined {
  const target = isAlias(node) ? node.resolve(doc) : node;
  if (isSeq(target)) {
    return target.items.map((item) => findPair(doc, item, key)).find((pair) => pair !== undefined);
  }
  if (!isMap(target)) return undefined;
  const own = target.items.find((pair) => keyText(pair.key) === key);
  if (own) return own;
  const merges = target.items.filter((pair) => keyText(pair.key) === '<<');
  return merges.map((pair) => findPair(doc, pair.value, key)).find((pair) => pair !== undefined);
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
