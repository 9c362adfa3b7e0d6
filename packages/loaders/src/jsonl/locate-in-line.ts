import type { SourceLocation, ValuePath } from '@assay/schema';
import { parseTree, type Node } from 'jsonc-parser';

/** Longest line whose columns are worth finding out, in characters: its tree takes some hundred times as many bytes. */
const MAX_LENGTH = 1024 * 1024;

/** The line that was parsed last: all findings about a line come together. */
let last: { readonly line: string; readonly root: Node | undefined } = { line: '', root: undefined };

function treeOf(line: string): Node | undefined {
  if (line.length > MAX_LENGTH) return undefined;
  if (last.line !== line) last = { line, root: parseTree(line) };
  return last.root;
}

/**
 * Of the objects that were looked into: many findings may be about one with many keys. `findNodeAtLocation` of the library looks at
 * one key after the other: 11 s for 50,000 findings about as many keys.
 */
const propertiesOf = new WeakMap<Node, ReadonlyMap<string, Node>>();

/** The properties of an object by key, the first of each. */
function indexed(object: Node): ReadonlyMap<string, Node> {
  const known = propertiesOf.get(object);
  if (known) return known;
  const properties = new Map<string, Node>();
  for (const property of object.children ?? []) {
    const key = String(property.children?.[0]?.value);
    if (!properties.has(key)) properties.set(key, property);
  }
  propertiesOf.set(object, properties);
  return properties;
}

/** What stands at one step of a path; undefined where nothing is written. */
function stepTo(node: Node, part: string | number): { readonly key?: Node | undefined; readonly value: Node } | undefined {
  if (node.type === 'array') {
    const value = typeof part === 'number' ? node.children?.[part] : undefined;
    return value && { value };
  }
  const [key, value] = (node.type === 'object' && indexed(node).get(String(part))?.children) || [];
  return value && { key, value };
}

/** Where a value, or its key, stands in a line of JSONL: where it is not written, the nearest thing around it. For findings, since it parses the line again. */
export function locateInLine(
  line: string,
  lineNumber: number,
  shown: string,
  path: ValuePath,
  which: 'key' | 'value' = 'value',
): SourceLocation {
  const start = { file: shown, line: lineNumber, column: 1 };
  let node = path.length === 0 ? undefined : treeOf(line);
  if (!node) return start;
  let { offset } = node;
  for (const [index, part] of path.entries()) {
    const step = stepTo(node, part);
    if (!step) break;
    node = step.value;
    offset = (which === 'key' && index === path.length - 1 ? step.key : undefined)?.offset ?? node.offset;
  }
  return { ...start, column: offset + 1 };
}

/** A number, a truth value or null of a line as it stands there: `1.0`. Parses the line again too. */
export function writtenInLine(line: string, path: ValuePath): string | undefined {
  let node = treeOf(line);
  for (const part of path) node = node && stepTo(node, part)?.value;
  if (!node || !['number', 'boolean', 'null'].includes(node.type)) return undefined;
  return line.slice(node.offset, node.offset + node.length);
}
