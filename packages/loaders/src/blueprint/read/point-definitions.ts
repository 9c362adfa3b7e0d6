import {
  describeKind,
  isJsonObject,
  type JsonObject,
  nearestMatch,
  type NormalizeContext,
  type PointReader,
  readPoint,
  reportError,
  type RubricPoint,
  type ValuePath,
} from '@assay/schema';
/** Where a definition stands in its reading; `broken` ones have been reported. */
type Entry = { readonly state: 'reading' | 'broken' } | { readonly state: 'ready'; readonly point: RubricPoint };

class DefinedPoints implements PointReader {
  readonly context: NormalizeContext;
  readonly origins = new WeakMap();
  readonly #raw: JsonObject;
  readonly #path: ValuePath;
  readonly #entries = new Map<string, Entry>();

  constructor(context: NormalizeContext, raw: JsonObject, path: ValuePath) {
    this.context = context;
    this.#raw = raw;
    this.#path = path;
  }

  define(name: string, path: ValuePath): RubricPoint | undefined {
    const entry = this.#entries.get(name);
    if (entry?.state === 'ready') return entry.point;
    if (entry?.state === 'broken') return undefined;
    if (entry?.state === 'reading') {
      reportError(this.context, path, `the definition "${name}" refers back to itself`, {
        code: 'circular-reference',
        hint: 'write the point out in one of the definitions',
      });
      return undefined;
    }
    if (!Object.hasOwn(this.#raw, name)) {
      this.#reportUnknown(name, path);
      return undefined;
    }
    return this.#read(name);
  }

  #read(name: string): RubricPoint | undefined {
    this.#entries.set(name, { state: 'reading' });
    const raw = this.#raw[name];
    const path = [...this.#path, name];
    const point = typeof raw === 'string' ? this.#script(raw, path) : readPoint(this, raw, path);
    this.#entries.set(name, point ? { state: 'ready', point } : { state: 'broken' });
    return point;
  }

  /** A definition that is only a text is a script, unlike a point that is only a text. */
  #script(code: string, path: ValuePath): RubricPoint | undefined {
    if (code.trim() === '') {
      reportError(this.context, path, 'a definition must not be empty', { hint: 'write a script, or a point as a mapping' });
      return undefined;
    }
    const point: RubricPoint = { fn: 'js', arg: code };
    this.origins.set(point, { path, parts: { fn: path, arg: path } });
    return point;
  }

  #reportUnknown(name: string, path: ValuePath): void {
    const names = Object.keys(this.#raw);
    const near = nearestMatch(name, names);
    const known = names.length === 0 ? 'define it under point_defs' : `defined: ${names.join(', ')}`;
    reportError(this.context, path, `point_defs has no "${name}"`, {
      code: 'unknown-reference',
      hint: near === undefined ? known : `did you mean ${near}?`,
    });
  }
}

/**
 * Reads the points that a file defines for reuse, whether they are used or not: scripts as texts, or
 * points as mappings, which may refer to each other.
 * @param raw A mapping from names to definitions, or nothing.
 */
export function createPointReader(context: NormalizeContext, raw: unknown, path: ValuePath): PointReader {
  const given = raw !== undefined && raw !== null;
  if (given && !isJsonObject(raw)) {
    reportError(context, path, `point_defs must be a mapping from names to points, not ${describeKind(raw)}`, {
      hint: 'write NAME: and a script or a point',
    });
  }
  const definitions = isJsonObject(raw) ? raw : {};
  const reader = new DefinedPoints(context, definitions, path);
  for (const name of Object.keys(definitions)) reader.define(name, [...path, name]);
  return reader;
}
