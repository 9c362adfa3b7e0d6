import { withoutPaths, type ErrorInfo, type ResultRow, type Trial } from '@assay/schema';
import { expectationsKey, scoringKey } from '../../plan/scoring-key.js';
import { shortHash } from '../../plan/short-hash.js';
import { unscoredCase } from './score-case.js';
import { trialFields } from './trial-fields.js';

/** What may be known of a trial whose row could not be made, or not be kept. */
const KNOWN = [
  'scoringKey',
  'assessmentKey',
  'criteriaKey',
  'requirements',
  'input',
  'expectedOutcome',
  'reference',
  'usage',
  'costUsd',
  'costIncomplete',
  'judgeUsage',
  'judgeCostUsd',
  'judgeCostIncomplete',
  'latencyMs',
  'attempts',
  'warnings',
  'fingerprints',
] as const satisfies readonly (keyof ResultRow)[];

type Known = Partial<Pick<ResultRow, (typeof KNOWN)[number]>>;

export interface LostRowOptions {
  readonly runId: string;
  readonly error: ErrorInfo;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** May throw: then nothing is. */
  readonly known?: (() => Known) | undefined;
}

/** Most characters of JSON of one field: what cost the row is not to cost its replacement too. */
const MOST_CHARACTERS = 1_000_000;

/** What an action gives if it works and its result can be kept without a thought. */
function kept<T>(action: () => T): T | undefined {
  try {
    const value = action();
    return (JSON.stringify(value) ?? '').length > MOST_CHARACTERS ? undefined : value;
  } catch {
    return undefined;
  }
}

function keptFields(known: (() => Known) | undefined): Known {
  let given: Known = {};
  try {
    given = known?.() ?? {};
  } catch {
    // Then nothing is known.
  }
  return Object.fromEntries(KNOWN.map((name) => [name, kept(() => given[name])]).filter(([, value]) => value !== undefined));
}

/**
 * The row of a trial that was lost while its own row was made or stored: its keys, the error, and
 * so much of what is known as can be kept. Throws nothing, whatever the trial holds.
 */
export function lostRow(trial: Trial, { runId, error, startedAt, finishedAt, known }: LostRowOptions): ResultRow {
  const { evalCase } = trial;
  const { requirements, ...fields } = keptFields(known);
  // What was missed is not kept with its reasons, so it is open again.
  const open = requirements?.missed ?? requirements?.open;
  return {
    ...trialFields(trial, runId),
    // What the file says may be what cannot be kept.
    tags: kept(() => evalCase.tags) ?? [],
    metadata: kept(() => evalCase.metadata),
    variant: kept(() => trial.variant) ?? { label: trial.variant.label },
    scoringKey: kept(() => scoringKey(expectationsKey(evalCase), new Set(), null)) ?? shortHash(trial.key),
    ...unscoredCase(error, open && { open }),
    input: kept(() => withoutPaths(evalCase.inputMessages)) ?? [],
    evaluators: [],
    metrics: [],
    output: null,
    latencyMs: null,
    cached: false,
    warnings: [],
    startedAt,
    finishedAt,
    ...fields,
  };
}
