/**
 * What a run says of a trial when a worker asks whether it still waits for it; "suspected": a worker died that held it, and it is to be
 * told when it is begun; "alone": that too, and nothing else may be under way meanwhile; "held": another worker has it, which is there.
 */
export type Decision = 'granted' | 'suspected' | 'alone' | 'held' | 'denied';

const LETTERS = { granted: 'g', suspected: 's', alone: 'a', held: 'h', denied: 'd' } as const satisfies Record<Decision, string>;
const DECISIONS = new Map<string, Decision>(Object.entries(LETTERS).map(([decision, letter]) => [letter, decision as Decision]));

/** Decisions about the trials of a bundle, in their order, a letter each; "-" when nobody knows the bundle. */
export function encodeDecisions(decisions: readonly Decision[]): string {
  return decisions.length === 0 ? '-' : decisions.map((decision) => LETTERS[decision]).join('');
}

/** Undefined for what is none. */
export function decodeDecisions(text: string): readonly Decision[] | undefined {
  if (text === '-') return [];
  const decisions = [...text].map((letter) => DECISIONS.get(letter));
  return decisions.includes(undefined) || decisions.length === 0 ? undefined : (decisions as readonly Decision[]);
}
