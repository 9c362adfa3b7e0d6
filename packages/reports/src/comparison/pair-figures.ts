import type { MeasureName } from '@assay/schema';
import type { CaseScores, RepeatFigures } from './run-scores.js';

type Repeats = CaseScores['repeats'];

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

/** What is read of a repeat: its score, or what it took. */
export function figureOf(name: 'score' | MeasureName): (figures: RepeatFigures) => number | null {
  return name === 'score' ? ({ score }) => score : ({ measures }) => measures?.[name] ?? null;
}

function pick(repeats: Repeats, figure: (figures: RepeatFigures) => number | null, wanted?: (repeat: number) => boolean): PickedFigures {
  const found: [number, number][] = [];
  for (const [repeat, figures] of repeats) {
    const value = figure(figures);
    if (value !== null && (wanted === undefined || wanted(repeat))) found.push([repeat, value]);
  }
  if (found.length > 1) found.sort(([one], [other]) => one - other);
  return { repeats: found.map(([repeat]) => repeat), values: found.map(([, value]) => value) };
}

function sameRepeats(a: Repeats, b: Repeats): boolean {
  return a.size === b.size && [...a.keys()].every((repeat) => b.has(repeat));
}

/**
 * A figure of a case in two runs, for each of its repeats. If both runs have the same repeats, those that
 * have it in both count, so that like is held against like; otherwise, or if no repeat has it
 * in both, every repeat of either run that has it does.
 */
export function pairFigures(a: Repeats, b: Repeats, figure = figureOf('score')): FigurePair {
  const [allA, allB] = [pick(a, figure), pick(b, figure)];
  const isLacking = (all: PickedFigures, { size }: Repeats): boolean => all.values.length > 0 && all.values.length < size;
  const incomplete = isLacking(allA, a) || isLacking(allB, b);
  if (incomplete && sameRepeats(a, b)) {
    const [ofA, ofB] = [new Set(allA.repeats), new Set(allB.repeats)];
    const inBoth = (repeat: number): boolean => ofA.has(repeat) && ofB.has(repeat);
    const paired = pick(a, figure, inBoth);
    if (paired.values.length > 0) return { a: paired, b: pick(b, figure, inBoth), incomplete };
  }
  return { a: allA, b: allB, incomplete };
}
