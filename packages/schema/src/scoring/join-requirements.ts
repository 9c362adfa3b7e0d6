import type { RequirementKind, Requirements } from '../domain/score.js';

/** A part with what became of its own requirements. */
export interface RequiringPart {
  readonly requirements?: Requirements | undefined;
  /** Share in the whole, ≥ 0. */
  readonly weight: number;
}

type Place = keyof Requirements;

function kindOf(parts: readonly RequiringPart[], place: Place): RequirementKind | undefined {
  let found: RequirementKind | undefined;
  for (const { requirements, weight } of parts) {
    const kind = requirements?.[place];
    if (kind === 'written') return kind;
    if (weight !== 0) found ??= kind;
  }
  return found;
}

/**
 * What becomes of the requirements of a whole that is made of parts: what one of them misses, the
 * whole misses. What is written holds for parts of weight 0 too: they are gates beside the score. What
 * is required by default counts only where the part does.
 * @returns undefined when all that must hold holds.
 */
export function joinRequirements(parts: readonly RequiringPart[]): Requirements | undefined {
  const missed = kindOf(parts, 'missed');
  const open = kindOf(parts, 'open');
  if (missed === undefined && open === undefined) return undefined;
  return { ...(missed === undefined ? {} : { missed }), ...(open === undefined ? {} : { open }) };
}
