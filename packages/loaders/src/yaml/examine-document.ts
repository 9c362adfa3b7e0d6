import { Alias, isAlias, isCollection, isMap, isNode, isPair, isScalar, isSeq, type Document, type Node, type Pair, type YAMLMap } from 'yaml';
import { valueProblem } from './unread-tags.js';
import { MAX_DEPTH } from './yaml-tokens.js';

/** Most values that a file may stand for once its aliases are unfolded: a few lines can stand for billions. */
const MAX_UNFOLDED = 2_000_000;

/** A place in a file where something is wrong that its syntax allows. */
export interface DocumentProblem {
  readonly code: 'invalid-yaml' | 'duplicate-key' | 'too-deep' | 'invalid-number';
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
  readonly related?: { readonly offset: number; readonly message: string } | undefined;
  /** True when there are no values to go on with. */
  readonly fatal: boolean;
}

/** How much stands below a node, itself included and aliases unfolded. */
interface Extent {
  readonly values: number;
  readonly depth: number;
}

const ONE: Extent = { values: 1, depth: 1 };

function offsetOf(node: unknown): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? 0;
}

/**
 * Makes an alias know its anchor. The library looks for it among all aliases and anchors of the file, each
 * time that it is asked: a file with thousands of them would take minutes.
 */
function link(alias: Alias, anchor: Node): void {
  alias.resolve = (doc, context) => {
    if (!context) return anchor as ReturnType<Alias['resolve']>;
    // The library's own way, which also makes the value of the anchor, with nothing else to look through.
    context.aliasResolveCache = [anchor];
    return Alias.prototype.resolve.call(alias, doc, context);
  };
}

/** `<<`, under which the entries of another mapping are merged. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && (key.value === '<<' || typeof key.value === 'symbol');
}

export function depthProblem(offset: number): DocumentProblem {
  return { code: 'too-deep', offset, message: `the values are nested more than ${MAX_DEPTH} levels deep`, hint: 'write it with fewer levels', fatal: true };
}

/** One walk over a document in the order in which it is written. */
class Examination {
  readonly problems: DocumentProblem[] = [];
  readonly #anchors = new Map<string, Node>();
  /** Of anchors, once they are complete. */
  readonly #extents = new Map<Node, Extent>();
  #tooDeep = false;
  #collectionKey = false;

  visit(node: unknown, level: number, isKey = false): Extent {
    if (isAlias(node)) return this.#visitAlias(node, level);
    if (level > MAX_DEPTH) this.#reportDepth(node);
    if (!isNode(node)) return ONE;
    this.#checkValue(node, isKey);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    const extent = isMap(node) ? this.#visitMap(node, level) : isSeq(node) ? this.#visitItems(node.items, level) : ONE;
    if (anchor !== undefined) this.#extents.set(node, extent);
    return extent;
  }

  #checkValue(node: Node, isKey: boolean): void {
    const found = valueProblem(node, isKey);
    if (!found) return;
    this.problems.push({ code: 'invalid-yaml', offset: offsetOf(node), message: `Invalid YAML: ${found.message}`, hint: found.hint, fatal: true });
  }

  #visitItems(items: readonly unknown[], level: number): Extent {
    let values = 1;
    let depth = 0;
    for (const item of items) {
      const parts = isPair(item) ? [item.key, item.value] : [item];
      for (const part of parts) {
        const below = this.visit(part, level + 1, isPair(item) && part === item.key);
        values += below.values;
        depth = Math.max(depth, below.depth);
      }
      if (isPair(item)) {
        this.#checkKey(item.key);
        this.#checkMerge(item);
      }
    }
    return { values, depth: depth + 1 };
  }

  #visitMap(map: YAMLMap, level: number): Extent {
    const seen = new Map<string, Pair>();
    for (const pair of map.items) {
      if (!isScalar(pair.key) || isMergeKey(pair.key)) continue;
      const key = String(pair.key.value);
      const first = seen.get(key);
      if (first) this.#reportDuplicate(key, first, pair);
      else seen.set(key, pair);
    }
    return this.#visitItems(map.items, level);
  }

  /** A key that is a list or a mapping: mostly a text that begins with a brace, as `{{ name }}` does. */
  #checkKey(key: unknown): void {
    if (this.#collectionKey) return;
    const meant = isAlias(key) ? this.#anchors.get(key.source) : key;
    if (!isCollection(meant)) return;
    this.#collectionKey = true;
    this.problems.push({
      code: 'invalid-yaml',
      offset: offsetOf(key),
      message: `Invalid YAML: a key must be a text, not a ${isMap(meant) ? 'mapping' : 'list'}`,
      hint: 'put a text that starts with { or [ in quotes',
      fatal: true,
    });
  }

  /** The library throws for a merge (`<<`) of what is no mapping, without a place. In quotes it is a key like any other. */
  #checkMerge({ key, value }: Pair): void {
    if (!isMergeKey(key) || (isScalar(key) && key.type !== undefined && key.type !== 'PLAIN')) return;
    const meant = (node: unknown): unknown => (isAlias(node) ? this.#anchors.get(node.source) : node);
    const whole = meant(value);
    const sources = isSeq(whole) ? whole.items.map(meant) : [whole];
    if (sources.every(isMap)) return;
    this.problems.push({
      code: 'invalid-yaml',
      offset: offsetOf(value ?? key),
      message: 'Invalid YAML: << merges mappings, and this is none',
      hint: "write <<: *name of a mapping, or a list of such; put << in quotes if it is a key ('<<')",
      fatal: true,
    });
  }

  #visitAlias(alias: Alias, level: number): Extent {
    const offset = offsetOf(alias);
    const anchor = this.#anchors.get(alias.source);
    const hint = anchor ? 'remove the alias (*name) from the value that it stands for' : `define &${alias.source} above it, or put the text in quotes`;
    const extent = anchor && this.#extents.get(anchor);
    if (!anchor || !extent) {
      const message = anchor ? 'an anchor is used inside itself' : `the alias *${alias.source} has no anchor`;
      this.problems.push({ code: 'invalid-yaml', offset, message: `Invalid YAML: ${message}`, hint, fatal: true });
      return ONE;
    }
    link(alias, anchor);
    if (level + extent.depth - 1 > MAX_DEPTH) this.#reportDepth(alias);
    return extent;
  }

  #reportDuplicate(key: string, first: Pair, second: Pair): void {
    this.problems.push({
      code: 'duplicate-key',
      offset: offsetOf(second.key),
      message: `the key "${key}" stands here a second time`,
      hint: 'keep one of them, or indent it if it belongs to something else',
      related: { offset: offsetOf(first.key), message: 'the first one is here' },
      fatal: false,
    });
  }

  #reportDepth(node: unknown): void {
    if (this.#tooDeep) return;
    this.#tooDeep = true;
    this.problems.push(depthProblem(offsetOf(node)));
  }
}

/**
 * Looks once over a parsed document, in time that grows with its length: finds aliases without an anchor,
 * duplicate keys, keys that are no texts, values that JSON does not have, values that are nested too deeply and those that unfold to too many. Aliases know their anchors afterwards.
 */
export function examineDocument(doc: Document.Parsed): readonly DocumentProblem[] {
  const examination = new Examination();
  const { values } = examination.visit(doc.contents, 1);
  const { problems } = examination;
  if (values > MAX_UNFOLDED) {
    problems.push({
      code: 'invalid-yaml',
      offset: offsetOf(doc.contents),
      message: 'Invalid YAML: its anchors unfold to more values than can be meant',
      hint: 'write the values out, or use fewer nested aliases',
      fatal: true,
    });
  }
  return problems;
}
