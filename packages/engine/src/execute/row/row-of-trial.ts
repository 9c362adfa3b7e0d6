import { describeValue, isJsonObject, type ResultRow, type Trial } from '@assay/schema';

/** What a row always has. */
type Always = { [Name in keyof ResultRow]-?: undefined extends ResultRow[Name] ? never : Name }[keyof ResultRow];

interface Check {
  /** What it must be. */
  readonly must: string;
  holds(value: unknown): boolean;
}

const TEXT: Check = { must: 'a text', holds: (value) => typeof value === 'string' };
const LIST: Check = { must: 'a list', holds: (value) => Array.isArray(value) };
const OBJECT: Check = { must: 'an object', holds: isJsonObject };
const YES_OR_NO: Check = { must: 'true or false', holds: (value) => typeof value === 'boolean' };
const VERDICTS: ReadonlySet<unknown> = new Set(['pass', 'borderline', 'fail', null]);
const STATES: ReadonlySet<unknown> = new Set(['ok', 'partial', 'error']);

/** By name, besides the key of the trial. What is deeper in a row is not looked at: each trial comes through here. */
const CHECKS: Readonly<Record<Exclude<Always, 'trialKey'>, Check>> = {
  schemaVersion: { must: '1', holds: (value) => value === 1 },
  runId: TEXT,
  scoringKey: TEXT,
  suite: TEXT,
  suitePath: TEXT,
  caseId: TEXT,
  source: TEXT,
  caseWeight: { must: 'a number from 0', holds: (value) => typeof value === 'number' && value >= 0 },
  tags: LIST,
  target: TEXT,
  variant: OBJECT,
  repeat: { must: 'a whole number from 1', holds: (value) => Number.isInteger(value) && Number(value) >= 1 },
  status: { must: 'ok, partial or error', holds: (value) => STATES.has(value) },
  score: { must: 'a number from 0 to 1, or null', holds: (value) => value === null || (typeof value === 'number' && value >= 0 && value <= 1) },
  scoreBounds: OBJECT,
  verdict: { must: 'pass, borderline, fail or null', holds: (value) => VERDICTS.has(value) },
  verdictBounds: OBJECT,
  input: LIST,
  evaluators: LIST,
  metrics: LIST,
  output: { must: 'an object or null', holds: (value) => value === null || isJsonObject(value) },
  latencyMs: { must: 'a number or null', holds: (value) => value === null || typeof value === 'number' },
  cached: YES_OR_NO,
  warnings: LIST,
  startedAt: TEXT,
  finishedAt: TEXT,
};
const NAMED = Object.entries(CHECKS).map(([name, check]) => ({ name, ...check }));

/**
 * Makes sure that what an executor gives is a row of the trial: without one it would be lost in silence, under the key of another trial it
 * would take that one's place, and one that nobody can read back would take all others of the run along.
 * @throws TypeError that says what it gave.
 */
export function rowOfTrial(row: unknown, { key }: Trial): ResultRow {
  if (!isJsonObject(row)) throw new TypeError(`execute() of the executor gave ${describeValue(row)}, and no row`);
  if (row['trialKey'] !== key) throw new TypeError(`execute() of the executor gave the row of another trial: its trialKey is ${describeValue(row['trialKey'])}, not ${JSON.stringify(key)}`);
  for (const check of NAMED) {
    const value = row[check.name];
    if (!check.holds(value)) throw new TypeError(`execute() of the executor gave a row whose ${check.name} is ${describeValue(value)}; it must be ${check.must}`);
  }
  const { score, verdict } = row;
  // A run that counts verdicts would pass with it.
  if (score === null && (verdict === 'pass' || verdict === 'borderline')) throw new TypeError(`execute() of the executor gave a row without a score whose verdict is ${describeValue(verdict)}; without a score it must be fail or null`);
  return row as unknown as ResultRow;
}
