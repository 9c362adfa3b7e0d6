import type { ValuePath } from '@assay/schema';
import { isAlias, isMap, isPair, isScalar, isSeq, type Document, type Pair } from 'yaml';

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
