import type { ValuePath } from '../domain/value-path.js';

/** Where a point, a path or a block of a rubric is written. */
interface PointOrigin {
  readonly path: ValuePath;
  /** Where its parts are written, for a point: by their names in the normal form. */
  readonly parts?: Readonly<Record<string, ValuePath>> | undefined;
}

/** The origins of the items of normalized rubrics, kept beside them so that equal points stay equal. */
export type PointOrigins = WeakMap<object, PointOrigin>;

/**
 * Brings a path in the options of a `points` evaluator to the document: to the spelling that was
 * used, and into `point_defs` for points that come from there.
 * @param base Places of the options that are no points, by name; the empty name is the whole entry.
 */
export function writtenPath(
  options: unknown,
  inOptions: ValuePath,
  origins: PointOrigins,
  base: Readonly<Record<string, ValuePath>>,
): ValuePath {
  let node = options;
  let origin: PointOrigin | undefined;
  let rest: ValuePath = [];
  for (const [index, part] of inOptions.entries()) {
    if (typeof node !== 'object' || node === null) break;
    node = (node as Readonly<Record<string | number, unknown>>)[part];
    const found = typeof node === 'object' && node !== null ? origins.get(node) : undefined;
    if (!found) continue;
    origin = found;
    rest = inOptions.slice(index + 1);
  }
  if (!origin) {
    const [first = '', ...more] = inOptions;
    const known = base[String(first)];
    return known ? [...known, ...more] : (base[''] ?? []);
  }
  const [part, ...more] = rest;
  const written = part === undefined ? undefined : origin.parts?.[String(part)];
  return written ? [...written, ...more] : origin.path;
}
