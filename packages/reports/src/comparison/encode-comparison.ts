import { encodeMeanChange as encodeChange } from './change/encode-mean-change.js';
import { decideComparison } from './decide-comparison.js';
import type { ComparisonSlices } from './slices.js';
import type {
  CaseList,
  ComparedCase,
  ComparedRun,
  ComparisonNumbers,
  RunComparison,
  UncomparedCase,
} from './comparison.js';

/** Version of the comparison format. Raised when a field changes its meaning or goes. */
export const COMPARISON_SCHEMA_VERSION = 2;

function encodeCompared(found: ComparedCase): Record<string, unknown> {
  return {
    suite: found.suite,
    suite_path: found.suitePath,
    case_id: found.caseId,
    variant: found.variant,
    target_a: found.targetA,
    target_b: found.targetB,
    source: found.source,
    score_a: found.scoreA,
    score_b: found.scoreB,
    difference: found.difference,
    p: found.p,
  };
}

function encodeUncompared({ suite, suitePath, caseId, variant, target, source, scoreA, scoreB }: UncomparedCase): Record<string, unknown> {
  return { suite, suite_path: suitePath, case_id: caseId, variant, target, source, score_a: scoreA, score_b: scoreB };
}

function encodeList({ count, cases }: CaseList): Record<string, unknown> {
  return { count, cases: cases.map(encodeUncompared) };
}

function encodeNumbers(numbers: ComparisonNumbers): Record<string, unknown> {
  const { unscored } = numbers;
  return {
    compared: numbers.compared,
    wins: numbers.wins,
    losses: numbers.losses,
    ties: numbers.ties,
    incomplete: numbers.incomplete,
    score_a: numbers.scoreA,
    score_b: numbers.scoreB,
    change: numbers.change && encodeChange(numbers.change),
    measures: numbers.measures.map(({ name, ...change }) => ({ name, ...encodeChange(change) })),
    regressions: numbers.regressions.map(encodeCompared),
    improvements: numbers.improvements.map(encodeCompared),
    only_in_a: encodeList(numbers.onlyInA),
    only_in_b: encodeList(numbers.onlyInB),
    unscored: { in_a: unscored.inA, in_b: unscored.inB, ...encodeList(unscored) },
  };
}

/** What the cases of each value of a key come to, as the object that is printed: numbers as those of a group, without lists of cases. */
function encodeSlices({ name, values }: ComparisonSlices): Record<string, unknown> {
  return {
    by: name,
    slices: values.map(({ value, others, numbers }) => {
      const { regressions: _worse, improvements: _better, only_in_a: _a, only_in_b: _b, unscored: _none, ...counts } = encodeNumbers(numbers);
      return { value, ...(others ? { others } : {}), ...counts };
    }),
  };
}

function encodeRun({ runId, location, unfinished, shard, targets, prompt }: ComparedRun): Record<string, unknown> {
  return { run_id: runId ?? null, location, unfinished, ...(shard ? { shard } : {}), targets, ...(prompt === undefined ? {} : { prompt }) };
}

/**
 * A comparison as the object that is printed: snake_case, with the version of its format.
 * @param slices what it comes to by the keys that were asked for. @defaultValue none, and nothing is said of them
 */
export function encodeComparison(comparison: RunComparison, slices: readonly ComparisonSlices[] = []): Record<string, unknown> {
  const { a, b, tie, terms, gate, variants, notes, total, groups } = comparison;
  const { outcome, exitCode, reasons } = decideComparison(comparison);
  return {
    schema_version: COMPARISON_SCHEMA_VERSION,
    a: encodeRun(a),
    b: encodeRun(b),
    tie,
    terms: { alpha: terms.alpha, margin: terms.margin ?? null },
    gate,
    outcome,
    exit_code: exitCode,
    reasons,
    notes,
    ...(variants === undefined ? {} : { variants: variants.map(({ suitePath, ...meaning }) => ({ ...meaning, suite_path: suitePath })) }),
    total: encodeNumbers(total),
    groups: groups.map((group) => ({
      suite: group.suite,
      suite_path: group.suitePath,
      target_a: group.targetA,
      target_b: group.targetB,
      ...encodeNumbers(group),
    })),
    ...(slices.length === 0 ? {} : { slices: slices.map(encodeSlices) }),
  };
}
