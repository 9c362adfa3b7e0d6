/**
 * One circle for each group of files that need each other, the shortest from the group's first file.
 * @param {ReadonlyMap<string, readonly string[]>} imports the files of a package, each with those that it imports
 * @returns {string[][]} files in the order of import; the last imports the first
 */
export function circlesIn(imports) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[][]} */
  const circles = [];
  for (const file of [...imports.keys()].toSorted()) {
    if (seen.has(file)) continue;
    const circle = wayBack(imports, file);
    if (circle === undefined) continue;
    circles.push(circle);
    for (const member of circle) seen.add(member);
  }
  return circles;
}

/**
 * The shortest way from a file over its imports to itself.
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @param {string} start
 * @returns {string[] | undefined} undefined when there is none
 */
function wayBack(imports, start) {
  /** @type {Map<string, string>} file → the one that imports it */
  const from = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const imported of imports.get(file) ?? []) {
      if (imported === start) return pathTo(from, start, file);
      if (from.has(imported)) continue;
      from.set(imported, file);
      queue.push(imported);
    }
  }
  return undefined;
}

/** @param {ReadonlyMap<string, string>} from @param {string} start @param {string} end @returns {string[]} */
function pathTo(from, start, end) {
  const path = [end];
  while (path[0] !== start) path.unshift(from.get(path[0] ?? '') ?? start);
  return path;
}
