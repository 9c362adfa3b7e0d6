import type { ComparedSlice, ComparedSlices, Comparison, ComparisonCase, ComparisonCases, JsonObject } from '@assay/schema';
import type { CaseList, ComparedCase, RunComparison, UncomparedCase } from './comparison.js';
import { decideComparison } from './decide-comparison.js';
import { encodeComparison } from './encode-comparison.js';
import type { ComparisonSlices } from './slices.js';

const titleOf = ({ caseId, variant }: Pick<ComparedCase, 'caseId' | 'variant'>): string => (variant === '' ? caseId : `${caseId} [${variant}]`);

function compared(found: ComparedCase): ComparisonCase {
  const { suite, suitePath, targetB: target, source, scoreA: scoreBefore, scoreB: score } = found;
  return { suite, suitePath, caseId: titleOf(found), target, source, scoreBefore, score, p: found.p };
}

function uncompared(found: UncomparedCase): ComparisonCase {
  const { suite, suitePath, target, source, scoreA: scoreBefore, scoreB: score } = found;
  return { suite, suitePath, caseId: titleOf(found), target, source, scoreBefore, score };
}

function listOf({ count, cases }: CaseList): ComparisonCases {
  return { count, cases: cases.map(uncompared) };
}

function slicesOf({ name, values }: ComparisonSlices): ComparedSlices {
  const told = ({ value, others, numbers }: ComparisonSlices['values'][number]): ComparedSlice => ({
    value,
    ...(others ? { others } : {}),
    compared: numbers.compared,
    worse: numbers.losses,
    same: numbers.ties,
    better: numbers.wins,
    scoreBefore: numbers.scoreA,
    score: numbers.scoreB,
    change: numbers.change,
  });
  return { by: name, slices: values.map(told) };
}

/** What a report of a comparison has besides. */
interface ReportOptions {
  /** Those that were chosen. */
  readonly prompts?: Comparison['prompts'];
  readonly slices?: readonly ComparisonSlices[];
}

/** A comparison of two runs as reporters get it. */
export function reportOfRuns(comparison: RunComparison, { prompts, slices = [] }: ReportOptions = {}): Comparison {
  const { a, b, total, groups, terms, gate, notes } = comparison;
  return {
    kind: 'runs',
    before: a.location,
    location: b.location,
    runId: b.runId,
    ...decideComparison(comparison),
    ...(notes.length === 0 ? {} : { notes }),
    terms,
    gate,
    ...(prompts ? { prompts } : {}),
    pairs: groups.map((group) => ({
      suite: group.suite,
      suitePath: group.suitePath,
      targetBefore: group.targetA,
      target: group.targetB,
      compared: group.compared,
      worse: group.losses,
      same: group.ties,
      better: group.wins,
      open: group.unscored.inB,
      scoreBefore: group.scoreA,
      score: group.scoreB,
      change: group.change,
      measures: group.measures,
    })),
    worse: { count: total.losses, cases: total.regressions.map(compared) },
    open: listOf(total.unscored),
    better: { count: total.wins, cases: total.improvements.map(compared) },
    added: listOf(total.onlyInB),
    unreferenced: { count: 0, cases: [] },
    missing: listOf(total.onlyInA),
    ...(slices.length === 0 ? {} : { slices: slices.map(slicesOf) }),
    document: encodeComparison(comparison, slices) as JsonObject,
  };
}
