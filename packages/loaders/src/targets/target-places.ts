import type { SourceLocation, ValuePath, WrittenTarget } from '@assay/schema';

type PlaceOf = (path: ValuePath, which?: 'key' | 'value') => SourceLocation;

/**
 * Where the values of targets stand that were read from files. By the location of the target, which
 * copies share: with variables filled in, or another model, a target is still written where it was.
 */
const places = new WeakMap<SourceLocation, PlaceOf>();

export function rememberPlaces(target: WrittenTarget, placeOf: PlaceOf): WrittenTarget {
  if (target.location) places.set(target.location, placeOf);
  return target;
}

/** The place of a value in a target; undefined when it is not known. */
export function placeIn(target: WrittenTarget, path: ValuePath, which?: 'key' | 'value'): SourceLocation | undefined {
  const placeOf = target.location && places.get(target.location);
  return placeOf ? placeOf(path, which) : target.location;
}
