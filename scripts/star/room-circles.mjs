import { circlesIn } from './circles.mjs';

/**
 * Circles between the rooms of a folder: files of one import files of another, which by way of others need the first.
 * @param {ReadonlyMap<string, readonly string[]>} imports files with those that they import: paths from the workspace root, with forward slashes
 * @returns {{folder: string, circle: string[]}[]} rooms in the order of import; the last imports the first
 */
export function roomCircles(imports) {
  /** @type {Map<string, Map<string, Set<string>>>} folder → room → rooms that it needs */
  const folders = new Map();
  for (const [file, found] of imports) {
    for (const imported of found) {
      const rooms = file.split('/').slice(0, -1);
      const others = imported.split('/').slice(0, -1);
      const at = rooms.findIndex((room, index) => room !== others[index]);
      const from = rooms[at];
      const to = others[at];
      // A file that lies beside the other's room is in none.
      if (from === undefined || to === undefined) continue;
      const folder = rooms.slice(0, at).join('/');
      if (!folders.has(folder)) folders.set(folder, new Map());
      const graph = folders.get(folder);
      graph?.set(from, new Set([...(graph.get(from) ?? []), to]));
    }
  }
  return [...folders]
    .flatMap(([folder, graph]) => circlesIn(new Map([...graph].map(([room, needs]) => [room, [...needs]]))).map((circle) => ({ folder, circle })));
}
