import { isJsonObject } from '../domain/json.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeKind, reportError, reportWarning } from '../normalization/findings.js';
import type { PointPath, RubricItem, RubricPoint } from './point.js';
import type { PointReader } from './point-reader.js';
import { readPoint } from './read-point.js';

type Kind = 'points' | 'lists' | 'mixed';

function kindOf(items: readonly unknown[]): Kind {
  const lists = items.filter((item) => Array.isArray(item)).length;
  return lists === 0 ? 'points' : lists === items.length ? 'lists' : 'mixed';
}

function reportEmpty(reader: PointReader, path: ValuePath, what: string): void {
  reportWarning(reader.context, path, `${what} is empty and left out`, { code: 'empty-list', hint: 'write points in it, or remove it' });
}

function readPath(reader: PointReader, items: readonly unknown[], path: ValuePath): PointPath | undefined {
  const points: RubricPoint[] = items.flatMap((item, index) => readPoint(reader, item, [...path, index]) ?? []);
  if (points.length === 0) return undefined;
  reader.origins.set(points, { path });
  return points;
}

/** An item that is a list: a path when it holds points, a block when it holds paths. */
function readGroup(reader: PointReader, items: readonly unknown[], path: ValuePath): RubricItem | undefined {
  if (items.length === 0) {
    reportEmpty(reader, path, 'this list of points');
    return undefined;
  }
  const kind = kindOf(items);
  if (kind === 'points') return readPath(reader, items, path);
  if (kind === 'mixed') {
    reportMixed(reader, path);
    return undefined;
  }
  const paths = items.flatMap((item, index) => {
    const inner = item as readonly unknown[];
    const innerPath = [...path, index];
    if (inner.length === 0) reportEmpty(reader, innerPath, 'this list of points');
    else if (kindOf(inner) === 'points') return [readPath(reader, inner, innerPath) ?? []];
    else {
      reportError(reader.context, innerPath, 'lists of points are nested too deeply', {
        hint: 'a point stands in a rubric, in an alternative of it, or in an alternative of a group of alternatives',
      });
    }
    return [];
  });
  const block = paths.filter((points) => points.length > 0);
  if (block.length === 0) return undefined;
  reader.origins.set(block, { path });
  return block;
}

function reportMixed(reader: PointReader, path: ValuePath): void {
  reportError(reader.context, path, 'this list mixes points and lists of points', {
    code: 'mixed-list',
    hint: 'write points alone to make one alternative of them, or lists alone to make several',
  });
}

/**
 * The items of `should` or `should_not`. An item that is a list of points is one of several
 * alternatives (a path); an item that is a list of such lists is a group of alternatives (a block).
 * @param key As it is written, for messages.
 */
export function readRubric(reader: PointReader, raw: unknown, path: ValuePath, key: string): readonly RubricItem[] {
  if (raw === undefined || raw === null) return [];
  if (typeof raw === 'string' || isJsonObject(raw)) {
    reportWarning(reader.context, path, `${key} is a single point, not a list`, { code: 'not-a-list', hint: 'write - before it' });
    const point = readPoint(reader, raw, path);
    return point ? [point] : [];
  }
  if (!Array.isArray(raw)) {
    reportError(reader.context, path, `${key} must be a list of points, not ${describeKind(raw)}`, { hint: 'start each point with -' });
    return [];
  }
  if (raw.length === 0) reportEmpty(reader, path, key);
  return raw.flatMap((item, index) => {
    const itemPath = [...path, index];
    const read = Array.isArray(item) ? readGroup(reader, item, itemPath) : readPoint(reader, item, itemPath);
    return read ? [read] : [];
  });
}
