import type { RubricItem, RubricPoint } from '@assay/schema';
import type { CountedItem, CountedPath, CountedRubric } from './combine-points.js';

/** A point of a rubric with its place in it. */
export interface PlacedPoint {
  readonly point: RubricPoint;
  /** Stands in `should_not`. */
  readonly inverted: boolean;
  readonly path?: string | undefined;
  readonly block?: string | undefined;
  /** Keys and indexes from the options to the point. */
  readonly at: readonly (string | number)[];
}

/** The points of a rubric in one list, and how they belong together. */
export interface ListedPoints {
  readonly points: readonly PlacedPoint[];
  readonly rubric: CountedRubric;
}

function isPoint(item: RubricItem): item is RubricPoint {
  return !Array.isArray(item);
}

function isBlock(item: readonly unknown[]): item is readonly (readonly RubricPoint[])[] {
  return Array.isArray(item[0]);
}

class PointList {
  readonly points: PlacedPoint[] = [];

  list(items: readonly RubricItem[], key: 'should' | 'should_not'): CountedItem[] {
    const prefix = key === 'should' ? '' : 'should_not ';
    let paths = 0;
    let blocks = 0;
    return items.map((item, index): CountedItem => {
      const place = { inverted: key === 'should_not', at: [key, index] };
      if (isPoint(item)) return { kind: 'point', point: this.#add({ ...place, point: item }) };
      if (isBlock(item)) {
        blocks += 1;
        const block = `${prefix}block ${blocks}`;
        const inBlock = item.map((path, at) => this.#path(path, `path ${at + 1}`, { ...place, block, at: [...place.at, at] }));
        return { kind: 'block', name: block, paths: inBlock };
      }
      paths += 1;
      return { kind: 'path', ...this.#path(item as readonly RubricPoint[], `${prefix}path ${paths}`, place) };
    });
  }

  #path(points: readonly RubricPoint[], name: string, place: Omit<PlacedPoint, 'point' | 'path'>): CountedPath {
    return {
      name,
      points: points.map((point, index) => this.#add({ ...place, point, path: name, at: [...place.at, index] })),
    };
  }

  #add(point: PlacedPoint): number {
    return this.points.push(point) - 1;
  }
}

/** All points of a rubric, those of `should` first. */
export function listPoints(should: readonly RubricItem[], shouldNot: readonly RubricItem[]): ListedPoints {
  const list = new PointList();
  const rubric = { should: list.list(should, 'should'), shouldNot: list.list(shouldNot, 'should_not') };
  return { points: list.points, rubric };
}
