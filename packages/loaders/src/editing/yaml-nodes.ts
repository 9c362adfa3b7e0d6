import { isAlias, isCollection, isPair, isScalar, Scalar, type Document, type YAMLMap } from 'yaml';

interface Ranged {
  readonly range?: readonly [number, number, number] | null | undefined;
}

function rangeOf(node: unknown): readonly [number, number, number] {
  return (node as Ranged | null | undefined)?.range ?? [0, 0, 0];
}

/** Offset at which a node begins. */
export function startOfNode(node: unknown): number {
  return rangeOf(node)[0];
}

function isBlockText(node: unknown): boolean {
  return isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
}

/**
 * Offset after the last character that belongs to a node: without the comments and blank lines
 * below it, unless the blank lines are part of a text (`|+`).
 */
export function endOfNode(node: unknown, text: string): number {
  if (isPair(node)) return node.value ? endOfNode(node.value, text) : rangeOf(node.key)[1];
  if (isCollection(node) && !node.flow) {
    const last: unknown = node.items.at(-1);
    return last === undefined ? rangeOf(node)[1] : endOfNode(last, text);
  }
  const [start, end] = rangeOf(node);
  if (!isBlockText(node)) return end;
  const written = text.slice(start, end);
  return /^[|>][1-9]?\+/u.test(written) ? end : start + written.trimEnd().length;
}

/** The value of a mapping's key as a node; undefined when it has no such key of its own. */
export function findOwnPair(map: YAMLMap, key: string) {
  return map.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === key);
}

/** Whether a key of a mapping is marked as one (`? key`), so that it begins further right than keys that are added. The document has kept its tokens. */
export function hasExplicitKeys(map: YAMLMap): boolean {
  return map.items.some(({ srcToken }) => srcToken?.start.some(({ type }) => type === 'explicit-key-ind') ?? false);
}

/** What an alias stands for, or the node itself. */
export function resolved(node: unknown, doc: Document): unknown {
  return isAlias(node) ? node.resolve(doc) : node;
}
