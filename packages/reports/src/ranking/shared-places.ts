import type { RankedMember } from '@assay/schema';

/** Strengths nearer to each other are equal: how fitting them ends. */
const NOISE = 1e-6;

/** The place of each member, strongest first: those that are as strong as the one before share its place, and the next one's counts them all. */
export function sharedPlaces(members: readonly Pick<RankedMember, 'strength'>[]): readonly number[] {
  let place = 0;
  return members.map(({ strength }, index) => {
    const before = members[index - 1];
    if (before === undefined || before.strength - strength > NOISE) place = index + 1;
    return place;
  });
}
