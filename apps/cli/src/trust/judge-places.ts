import type { SourceLocation } from '@assay/schema';

/** Where evaluators name their judges: many cases may share one place, and one name may stand in many. */
export interface JudgePlaces {
  add(model: string, location: SourceLocation): void;
  /** The places of a judge since the last time, else the last of them; none if none is known. */
  take(model: string): readonly SourceLocation[];
}

export function createJudgePlaces(): JudgePlaces {
  const places = new Map<string, SourceLocation[]>();
  return {
    add(model, location) {
      const known = places.get(model);
      if (known) known.push(location);
      else places.set(model, [location]);
    },
    take(model) {
      const known = places.get(model) ?? [];
      places.set(model, known.slice(-1));
      return known;
    },
  };
}
