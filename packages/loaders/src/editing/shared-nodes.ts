import { isAlias, isMap, isPair, isSeq, type Document } from 'yaml';
import { resolved } from './yaml-nodes.js';

/** All that is written in nodes, without what their aliases stand for. */
function writtenIn(nodes: Iterable<unknown>): ReadonlySet<unknown> {
  const found = new Set<unknown>(nodes);
  // A set is gone through with what is added meanwhile.
  for (const node of found) {
    if (isPair(node)) found.add(node.value);
    else if (isMap(node) || isSeq(node)) for (const item of node.items) found.add(item);
  }
  return found;
}

/** All that these nodes have in them although it is written elsewhere: where aliases (`*name`, `<<: *name`) lead, over as many steps as it takes. */
export function partsFromElsewhere(nodes: readonly unknown[], doc: Document): ReadonlySet<unknown> {
  const parts = new Set<unknown>();
  let reached = writtenIn(nodes);
  for (;;) {
    const targets = [...reached].filter((node) => isAlias(node)).map((alias) => resolved(alias, doc));
    const added = targets.filter((target) => !parts.has(target));
    if (added.length === 0) return parts;
    reached = writtenIn(added);
    for (const node of reached) parts.add(node);
  }
}
