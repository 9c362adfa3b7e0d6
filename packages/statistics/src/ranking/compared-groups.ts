/** All that can be reached from a node, itself included. */
export function reachable(from: number, size: number, leads: (from: number, to: number) => boolean): Set<number> {
  const seen = new Set([from]);
  for (const node of seen) for (let next = 0; next < size; next += 1) if (leads(node, next)) seen.add(next);
  return seen;
}

/** Members that were compared, if only by way of others, in groups in the order of their first member. */
export function comparedGroups(size: number, compared: (one: number, other: number) => boolean): number[][] {
  const groups: number[][] = [];
  const placed = new Set<number>();
  for (let member = 0; member < size; member += 1) {
    if (placed.has(member)) continue;
    const group = [...reachable(member, size, compared)].sort((a, b) => a - b);
    for (const each of group) placed.add(each);
    groups.push(group);
  }
  return groups;
}
