/** More files than one sees at a glance want rooms of their own. Tests stand beside what they test and are not counted. */
const MOST_FILES = 15;

/** Rooms that list items of one kind: each file is one item, and a new item is a new file. */
const ITEM_LISTS = new Set([
  'apps/cli/src/command-line/items',
  'apps/cli/src/commands',
  'apps/cli/src/options/items',
  'bench/benchmarks',
  'packages/evaluators/src/point-functions',
  'packages/providers/src',
  'packages/schema/src/contracts',
  'packages/schema/src/testing',
]);

/**
 * Folders that hold too many files without being a list of items.
 * @param {readonly string[]} files paths from the workspace root, with forward slashes, without tests
 * @returns {{room: string, count: number}[]} by path
 */
export function crowdedRooms(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const room = file.slice(0, file.lastIndexOf('/'));
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  return [...counts]
    .filter(([room, count]) => count > MOST_FILES && !ITEM_LISTS.has(room))
    .map(([room, count]) => ({ room, count }))
    .toSorted((a, b) => (a.room < b.room ? -1 : 1));
}
