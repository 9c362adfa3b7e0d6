import type { FigureName, ScoreEnd } from './figure-columns.js';
import type { Replies } from './run-scores.js';

/** Figures of the repeats of a case, in the order of the repeats. */
export interface PickedFigures {
  readonly repeats: readonly number[];
  readonly values: readonly number[];
}

/** The figures of one case in two runs. */
export interface FigurePair {
  readonly a: PickedFigures;
  readonly b: PickedFigures;
  /** True if a repeat lacks the figure although another one of the same run has it. */
  readonly incomplete: boolean;
}

function pick(replies: Replies, name: FigureName | ScoreEnd, wanted?: (repeat: number) => boolean): PickedFigures {
  const [numbers, figures] = [replies.repeats, replies.figures(name)];
  // Mostly nothing is left out: then the lists are taken as they are.
  if (wanted === undefined && !figures.includes(null)) return { repeats: numbers, values: figures as readonly number[] };
  const [repeats, values]: [number[], number[]] = [[], []];
  for (const [index, value] of figures.entries()) {
    const repeat = numbers[index] ?? 0;
    if (value === null || wanted?.(repeat) === false) continue;
    repeats.push(repeat);
    values.push(value);
  }
  return { repeats, values };
}

function sameRepeats({ repeats: a }: Replies, { repeats: b }: Replies): boolean {
  return a.length === b.length && a.every((repeat, index) => repeat === b[index]);
}

/**
 * A figure of a case in two runs, for each of its repeats. If both runs have the same repeats, those that
 * have it in both count, so that like is compared with like; otherwise, or if no repeat has it
 * in both, every repeat of either run that has it does.
 */
export function pairFigures(a: Replies, b: Replies, name: FigureName = 'score'): FigurePair {
  const [allA, allB] = [pick(a, name), pick(b, name)];
  const isLacking = (all: PickedFigures, { repeats }: Replies): boolean => all.values.length > 0 && all.values.length < repeats.length;
  const incomplete = isLacking(allA, a) || isLacking(allB, b);
  if (incomplete && sameRepeats(a, b)) {
    const [ofA, ofB] = [new Set(allA.repeats), new Set(allB.repeats)];
    const inBoth = (repeat: number): boolean => ofA.has(repeat) && ofB.has(repeat);
    const paired = pick(a, name, inBoth);
    if (paired.values.length > 0) return { a: paired, b: pick(b, name, inBoth), incomplete };
  }
  return { a: allA, b: allB, incomplete };
}

/** True if a score of the case lacks a part that would change it, as one does whose judges were lost. */
export function lacksParts(replies: Replies): boolean {
  const [scores, worst, best] = [replies.figures('score'), replies.figures('worst'), replies.figures('best')];
  return scores.some((score, index) => score !== null && worst[index] !== best[index]);
}

/**
 * The scores of a case with what was lost taken against B (`worst`) or in its favour (`best`). Replies of A without a score are left out, as
 * there is nothing to compare anything with; those of B have had one.
 */
export function pairEnds(a: Replies, b: Replies, end: ScoreEnd): Pick<FigurePair, 'a' | 'b'> {
  const scored = new Set(pick(a, 'score').repeats);
  const isScored = (repeat: number): boolean => scored.has(repeat);
  return { a: pick(a, end === 'worst' ? 'best' : 'worst', isScored), b: scored.size > 0 && sameRepeats(a, b) ? pick(b, end, isScored) : pick(b, end) };
}
