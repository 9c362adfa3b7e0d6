import { composedText, type EvaluationScore, type ToolCall } from '@assay/schema';
import { callText, mismatch, type ExpectedCall } from './expected-call.js';
import { pairAnyOrder, pairByPosition, pairInOrder, type Pairing } from './pair-calls.js';
import type { TrajectoryMode } from './trajectory-modes.js';

export interface TrajectoryExpectation {
  readonly mode: TrajectoryMode;
  /** Least number of calls by tool. */
  readonly minimums: Readonly<Record<string, number>>;
  readonly expected: readonly ExpectedCall[];
}

const PAIR: Readonly<
  Record<TrajectoryMode, (expected: readonly ExpectedCall[], calls: readonly ToolCall[]) => Pairing>
> = {
  any_order: pairAnyOrder,
  in_order: pairInOrder,
  exact: pairByPosition,
};

interface Findings {
  readonly hits: string[];
  readonly misses: string[];
  readonly warnings: string[];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function checkMinimums(
  minimums: Readonly<Record<string, number>>,
  calls: readonly ToolCall[],
  findings: Findings,
): void {
  for (const [tool, least] of Object.entries(minimums)) {
    const count = calls.filter((call) => composedText(call.tool) === composedText(tool)).length;
    const text = `${tool}: called ${count === 0 ? 'never' : times(count)}`;
    if (count >= least) findings.hits.push(text);
    else findings.misses.push(`${text}, expected at least ${times(least)}`);
  }
}

/** The calls of each tool, by its name: how many there are, and those that answer no expected one. */
type CallsByTool = ReadonlyMap<string, { count: number; readonly free: ToolCall[] }>;

function callsByTool(calls: readonly ToolCall[], pairing: Pairing): CallsByTool {
  const paired = new Set(pairing);
  const tools = new Map<string, { count: number; readonly free: ToolCall[] }>();
  for (const [position, call] of calls.entries()) {
    const name = composedText(call.tool);
    const known = tools.get(name) ?? { count: 0, free: [] };
    tools.set(name, known);
    known.count += 1;
    if (!paired.has(position)) known.free.push(call);
  }
  return tools;
}

/** Calls that are looked at for why they are not an expected one. */
const MOST_LOOKED_AT = 100;

/** Why no call answers an expected one, from the call that comes nearest to it. */
function whyMissing(wanted: ExpectedCall, tools: CallsByTool): string {
  const same = tools.get(composedText(wanted.tool));
  if (!same) return 'never called';
  for (const call of same.free.slice(0, MOST_LOOKED_AT)) {
    const reason = mismatch(wanted, call);
    if (reason !== undefined) return reason;
  }
  return same.free.length > 0 ? 'called, but not in this order' : `called only ${times(same.count)}`;
}

function whyNotHere(wanted: ExpectedCall, call: ToolCall | undefined): string {
  return call ? (mismatch(wanted, call) ?? '') : 'the calls ended before it';
}

function checkExpected(expectation: TrajectoryExpectation, calls: readonly ToolCall[], findings: Findings): void {
  const { mode, expected } = expectation;
  const pairing = PAIR[mode](expected, calls);
  const tools = callsByTool(calls, pairing);
  for (const [index, wanted] of expected.entries()) {
    const call = calls[pairing[index] ?? -1];
    if (!call) {
      const why = mode === 'exact' ? whyNotHere(wanted, calls[index]) : whyMissing(wanted, tools);
      findings.misses.push(`${callText(wanted)}: ${why}`);
      continue;
    }
    findings.hits.push(callText(call));
    if (wanted.maxDurationMs !== undefined && call.durationMs === undefined) {
      findings.warnings.push(`${callText(call)}: its duration is unknown, so max_duration_ms was not checked`);
    }
  }
  if (mode !== 'exact') return;
  for (const extra of calls.slice(expected.length)) findings.misses.push(`${callText(extra)}: not expected`);
}

/**
 * The share of what is expected that a trajectory has. `exact` divides by the longer of the two
 * lists, so that calls too many count as well.
 */
export function scoreTrajectory(expectation: TrajectoryExpectation, calls: readonly ToolCall[]): EvaluationScore {
  const findings: Findings = { hits: [], misses: [], warnings: [] };
  checkMinimums(expectation.minimums, calls, findings);
  checkExpected(expectation, calls, findings);
  const { hits, misses, warnings } = findings;
  const asked = Object.keys(expectation.minimums).length + expectation.expected.length;
  const total = expectation.mode === 'exact' ? Math.max(asked, calls.length) : asked;
  return {
    score: total === 0 ? 1 : hits.length / total,
    hits,
    misses,
    ...(calls.length === 0 ? { reasoning: 'the response has no tool calls' } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
    details: { mode: expectation.mode, calls: calls.map(callText) },
  };
}
