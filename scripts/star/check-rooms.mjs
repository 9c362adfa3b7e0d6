import { dirname, relative, resolve, sep } from 'node:path';
import { circlesIn } from './circles.mjs';
import { crowdedRooms } from './crowded-rooms.mjs';
import { roomCircles } from './room-circles.mjs';

/** @typedef {import('./imports-of.mjs').Import} Import */
/** @typedef {{where: string, problem: string, hint: string}} Violation */
/** @typedef {{to: string, line: number, column: number}} LocalImport */

/**
 * The files of a package that a file imports; types count, since whoever reads it has to know them as well.
 * @param {string} file
 * @param {readonly Import[]} imports of the file
 * @param {ReadonlyMap<string, unknown>} files of the package
 * @returns {LocalImport[]}
 */
function localImports(file, imports, files) {
  return imports.flatMap(({ specifier, line, column }) => {
    if (!specifier.startsWith('.')) return [];
    const target = resolve(dirname(file), specifier);
    const to = [target, target.replace(/\.js$/u, '.ts'), target.replace(/\.js$/u, '.tsx')].find((path) => files.has(path));
    return to === undefined ? [] : [{ to, line, column }];
  });
}

/**
 * Circles between the source files of a package, and between its rooms, and folders in which nobody finds anything.
 * @param {string} root of the workspace
 * @param {ReadonlyMap<string, readonly Import[]>} sources the package's source files without tests, by absolute path, with what they import
 * @returns {Violation[]}
 */
export function checkRooms(root, sources) {
  /** @param {string} file */
  const shown = (file) => relative(root, file).split(sep).join('/');
  const imports = new Map([...sources].map(([file, all]) => [file, localImports(file, all, sources)]));
  const circles = circlesIn(new Map([...imports].map(([file, found]) => [file, found.map(({ to }) => to)])));
  const ofCircles = circles.map((circle) => {
    const [first = '', next = first] = circle;
    const place = imports.get(first)?.find(({ to }) => to === next);
    return {
      where: `${shown(first)}:${place?.line ?? 1}:${place?.column ?? 1}`,
      problem: `imports itself by way of others: ${[...circle, first].map(shown).join(' → ')}`,
      hint: 'Put what both need into a file of its own, or hand it over as an argument.',
    };
  });
  const toldOf = new Set(circles.flat().map(shown));
  const betweenRooms = roomCircles(new Map([...imports].map(([file, found]) => [shown(file), found.map(({ to }) => shown(to))])))
    // That a file imports itself by way of a room says more.
    .filter(({ folder, circle }) => !circle.some((part) => toldOf.has(`${folder}/${part}`)))
    .map(({ folder, circle }) => ({
      where: folder,
      problem: `its rooms need each other: ${[...circle, circle[0]].join(' → ')}`,
      hint: 'Move what both need into the room that needs nothing of the other, or hand it over as an argument.',
    }));
  const ofRooms = crowdedRooms([...sources.keys()].map(shown)).map(({ room, count }) => ({
    where: room,
    problem: `${count} files lie in one room`,
    hint: 'Give files that do one thing together a room of their own. A list of items of one kind is named in scripts/star/crowded-rooms.mjs.',
  }));
  return [...ofCircles, ...betweenRooms, ...ofRooms];
}
