import type { SeatedJudge } from '@assay/schema';
import { judgingOf } from '../../calibration/seats.js';

/** Who judged the replies of a target to a suite: a judge that was asked first, and the panel. */
export interface SuiteJudges {
  readonly first: readonly SeatedJudge[];
  readonly panel: readonly SeatedJudge[];
}

function wordsOf({ first, panel }: SuiteJudges): string {
  if (first.length === 0) return judgingOf(panel);
  return `${judgingOf(first)}${panel.length === 0 ? '' : `, then ${judgingOf(panel)}`}`;
}

/** The judges without the digest of their options, which tells nobody anything, where no judge of the same name and model has another one. */
function withTellingOptions(judges: SuiteJudges, all: readonly SeatedJudge[]): SuiteJudges {
  const isTelling = ({ id, model, settings }: SeatedJudge): boolean => all.some((other) => other.id === id && other.model === model && other.settings !== settings);
  const shown = (seats: readonly SeatedJudge[]): readonly SeatedJudge[] => seats.map((seat) => (isTelling(seat) ? seat : { ...seat, settings: undefined }));
  return { first: shown(judges.first), panel: shown(judges.panel) };
}

/**
 * Who judged on each side, in words, where that differs. A panel that a judge was asked before may not have been needed on one side: its
 * absence is no difference.
 */
export function judgedApart(a: SuiteJudges, b: SuiteJudges): { readonly a: string; readonly b: string } | undefined {
  const differ = (one: readonly SeatedJudge[], other: readonly SeatedJudge[]): boolean => judgingOf(one) !== judgingOf(other);
  const cascades = a.first.length > 0 && b.first.length > 0;
  const isUnneeded = cascades && (a.panel.length === 0 || b.panel.length === 0);
  if (!differ(a.first, b.first) && (isUnneeded || !differ(a.panel, b.panel))) return undefined;
  const all = [a, b].flatMap(({ first, panel }) => [...first, ...panel]);
  return { a: wordsOf(withTellingOptions(a, all)), b: wordsOf(withTellingOptions(b, all)) };
}
