import { formatLocation, isJsonObject, type Definitions, type Diagnostic, type SourceLocation, type ValuePath, type WrittenTarget } from '@assay/schema';
import { checkTarget } from './check-target.js';
import { placeIn } from './target-places.js';

type PlaceOf = (path: ValuePath, which?: 'key' | 'value') => SourceLocation | undefined;

export interface WrittenCheck {
  readonly definitions: Pick<Definitions, 'providers'>;
  /** The target as it stands in its file. Default: its options, which are all that is not looked at when it is read. */
  readonly raw?: unknown;
  /** The place of a value in the target. Default: where it was read, else that of the target. */
  readonly placeOf?: PlaceOf | undefined;
}

const VARIABLE = /\$\{/u;

/** Places of values that are known only when a variable is replaced: nothing can be said about them yet. */
function openPlaces(placeOf: PlaceOf, value: unknown, path: ValuePath): readonly string[] {
  if (typeof value === 'string') {
    const place = VARIABLE.test(value) ? placeOf(path) : undefined;
    return place ? [formatLocation(place)] : [];
  }
  const entries = Array.isArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : [];
  return [...entries].flatMap(([key, item]) => openPlaces(placeOf, item, [...path, key]));
}

/** Checks a target as if it were selected, before variables of the environment are known: what they stand for is left to the run. */
export function checkAsWritten(target: WrittenTarget, { definitions, raw = target.options, placeOf }: WrittenCheck): readonly Diagnostic[] {
  if (target.provider?.includes('${')) return [];
  const open = new Set(openPlaces(placeOf ?? ((path, which) => placeIn(target, path, which)), raw, []));
  return checkTarget(target, definitions, placeOf).filter(({ location }) => !location || !open.has(formatLocation(location)));
}
