import { circlesIn } from './circles.mjs';

/**
 * Circles between the rooms of a folder and the files beside them: files of one import files of another, which by way of others
 * need the first. A file beside rooms puts them together: a room that imports it has an arrow that runs backwards.
 * @param {ReadonlyMap<string, readonly string[]>} imports files with those that they import: paths from the workspace root, with forward slashes
 * @returns {{folder: string, circle: string[]}[]} rooms and files in the order of import; the last imports the first
 */
export function roomCircles(imports) {
  /** @type {Map<string, Map<string, Set<string>>>} folder → room or file → what it needs */
  const folders = new Map();
  for (const [file, found] of imports) {
    for (const imported of found) {
      const path = file.split('/');
      const other = imported.split('/');
      const at = path.findIndex((part, index) => part !== other[index]);
      const [from, to] = [path[at], other[at]];
      // Circles of files alone are found elsewhere.
      if (from === undefined || to === undefined || (path.length === at + 1 && other.length === at + 1)) continue;
      const folder = path.slice(0, at).join('/');
      if (!folders.has(folder)) folders.set(folder, new Map());
      const graph = folders.get(folder);
      graph?.set(from, new Set([...(graph.get(from) ?? []), to]));
    }
  }
  return [...folders]
    .flatMap(([folder, graph]) => circlesIn(new Map([...graph].map(([part, needs]) => [part, [...needs]]))).map((circle) => ({ folder, circle })));
}
