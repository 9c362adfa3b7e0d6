import { setMaxListeners } from 'node:events';
import {
  DEFAULT_VERDICT_THRESHOLDS,
  ProviderError,
  type EvalCase,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type JsonObject,
  type JudgePanel,
  type JudgeRequest,
  type PanelResult,
  type ProviderResponse,
  type ResultRow,
  type Trial,
  type VerdictThresholds,
} from '@assay/schema';
import { createTrialExecutor, type TrialResources } from '@assay/engine';
import { scoringDefinitions } from '@assay/evaluators';
import { createRunAccumulator, decideOutcome, type FailOn } from '@assay/reports';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What a target or a judge says; null is lost. */
type Figure = number | null;

interface Answer {
  /** Null for a target that cannot be reached; empty for a program that says nothing. */
  readonly text: string | null;
  readonly costUsd: Figure;
  readonly latencyMs: Figure;
  readonly tokens: Figure;
}

interface DrawnCase {
  readonly evaluators: readonly EvaluatorConfig[];
  readonly weight: number;
  /** An empty reply of it is a reply like any other. */
  readonly allowEmpty: boolean;
  /** Its trial was planned and never done. */
  readonly undone: boolean;
  /** Cases of different suites are in different groups. */
  readonly suite: string;
}

interface World {
  readonly cases: readonly DrawnCase[];
  readonly answers: readonly Answer[];
  /** What the judges say of each criterion, by its text. */
  readonly grades: Readonly<Record<string, Figure>>;
  /** What judges say who are asked for anything but a criterion. */
  readonly made: Figure;
  readonly thresholds: VerdictThresholds;
  readonly threshold: number | undefined;
  readonly failOn: FailOn | undefined;
  readonly rubricRequired: boolean;
}

const CRITERIA = ['a', 'b', 'c', 'd'] as const;
const LIMITS = { cost: { max_usd: 1 }, latency: { max_ms: 100 }, token_usage: { max_output: 10 } } as const;

// ---- what evals may say

const weight = fc.constantFrom(0, 0.2, 1, 1, 5);
const criterion = fc.constantFrom(...CRITERIA);
const word = fc.constantFrom('yes', 'no');
const gate = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ required: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0.3, 0.9, 1).map((minScore) => ({ minScore })) },
);
const line = fc.oneof(
  criterion,
  fc.record({ description: criterion, weight }),
  fc.record({ description: criterion, required: fc.boolean(), weight }),
  fc.record({ description: criterion, required_min_score: fc.constantFrom(0, 4, 9), weight }),
);
const point = fc.oneof(
  criterion,
  fc.record({ text: criterion, weight }),
  word.map((value): JsonObject => ({ $contains: value })),
);
const path = fc.array(point, { minLength: 1, maxLength: 2 });
const item = fc.oneof(point, path, fc.array(path, { minLength: 1, maxLength: 2 }));

type Leaf = Pick<EvaluatorConfig, 'type' | 'options'>;
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  word.map((value) => ({ type: 'contains', options: { value } })),
  word.map((value) => ({ type: 'not_contains', options: { value } })),
  fc.constant({ type: 'llm_judge', options: {} }),
  fc.constantFrom(...(['cost', 'latency', 'token_usage'] as const)).map((type) => ({ type, options: LIMITS[type] })),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((rubrics) => ({ type: 'rubric', options: { rubrics } as JsonObject })),
  fc
    .record({ should: fc.array(item, { maxLength: 2 }), should_not: fc.array(item, { maxLength: 2 }) })
    .map((options) => ({ type: 'points', options: options as JsonObject })),
);

/** Names are given by place; members keep the keys of files. */
function named(leaves: readonly (Leaf & { readonly weight: number; readonly required?: boolean; readonly minScore?: number })[]): readonly EvaluatorConfig[] {
  return leaves.map((one, index) => ({ name: `${one.type}-${index}`, ...one }));
}

const entry = fc.record({ leaf, weight, gate }).map(({ leaf: { type, options }, gate: held, weight: share }) => ({ type, options, weight: share, ...held }));

function asMember({ type, weight: share, options, ...held }: Leaf & { readonly weight: number; readonly required?: boolean; readonly minScore?: number }): JsonObject {
  const { required, minScore } = held;
  return {
    type,
    weight: share,
    ...(required === undefined ? {} : { required }),
    ...(minScore === undefined ? {} : { min_score: minScore }),
    ...options,
  };
}

const composite = fc.record({ members: fc.array(entry, { minLength: 1, maxLength: 3 }), weight, gate, judged: fc.boolean() }).map(
  ({ members, gate: held, weight: share, judged }) => ({
    type: 'composite',
    weight: share,
    ...held,
    options: {
      evaluators: members.map((member, index) => ({ name: `member-${index}`, ...asMember(member) })),
      ...(judged ? { aggregator: { type: 'llm_judge' } } : {}),
    } as JsonObject,
  }),
);

const oneCase = fc.array(fc.oneof({ weight: 3, arbitrary: entry }, { weight: 1, arbitrary: composite }), { minLength: 1, maxLength: 3 }).map(named);
const drawnCase: fc.Arbitrary<DrawnCase> = fc.record({
  evaluators: oneCase,
  weight: fc.constantFrom(0, 1, 1, 1, 3),
  allowEmpty: fc.boolean(),
  undone: fc.oneof({ weight: 19, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  suite: fc.constantFrom('one', 'one', 'two'),
});

// ---- what comes back

const share = fc.constantFrom(0, 0.25, 0.5, 0.7, 0.85, 1);
const lostOr = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 });
const answer: fc.Arbitrary<Answer> = fc.record({
  text: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant('') }, { weight: 5, arbitrary: fc.constantFrom('yes', 'no', 'yes and no', 'other') }),
  costUsd: lostOr(fc.constantFrom(0, 1, 2)),
  latencyMs: lostOr(fc.constantFrom(0, 100, 101)),
  tokens: lostOr(fc.constantFrom(0, 10, 11)),
});
const grades = fc.record(Object.fromEntries(CRITERIA.map((one) => [one, lostOr(share)])) as Record<string, fc.Arbitrary<Figure>>);

const world: fc.Arbitrary<World> = fc
  .array(fc.tuple(drawnCase, answer), { minLength: 1, maxLength: 3 })
  .chain((pairs) =>
    fc.record({
      cases: fc.constant(pairs.map(([one]) => one)),
      answers: fc.constant(pairs.map(([, reply]) => reply)),
      grades,
      made: lostOr(share),
      thresholds: fc.constantFrom(DEFAULT_VERDICT_THRESHOLDS, DEFAULT_VERDICT_THRESHOLDS, { pass: 0.9, borderline: 0.3 }, { pass: 0.7, borderline: 0.7 }),
      threshold: fc.constantFrom(undefined, undefined, undefined, 0, 0.3, 0.6, 0.9),
      failOn: fc.constantFrom(undefined, undefined, 'fail' as const, 'borderline' as const),
      rubricRequired: fc.boolean(),
    }),
  );

/** What may have been in the place of all that is lost: one value for each, chosen by the numbers. */
interface Found {
  readonly texts: readonly string[];
  readonly figures: readonly { readonly costUsd: number; readonly latencyMs: number; readonly tokens: number }[];
  readonly grades: Readonly<Record<string, number>>;
  /** What the judges make of the results of members. */
  readonly made: number;
}

const found: fc.Arbitrary<Found> = fc.record({
  texts: fc.array(fc.constantFrom('yes', 'no', 'yes and no', 'other'), { minLength: 3, maxLength: 3 }),
  figures: fc.array(
    fc.record({ costUsd: fc.constantFrom(0, 1, 2), latencyMs: fc.constantFrom(0, 100, 101), tokens: fc.constantFrom(0, 10, 11) }),
    { minLength: 3, maxLength: 3 },
  ),
  grades: fc.record(Object.fromEntries(CRITERIA.map((one) => [one, share])) as Record<string, fc.Arbitrary<number>>),
  made: share,
});

/** The world with everything there that was lost in it. */
function complete(lost: World, { texts, figures, grades: known, made }: Found): World {
  const isLost = ({ text }: Answer, index: number): boolean => text === null || (text === '' && lost.cases[index]?.allowEmpty !== true);
  return {
    ...lost,
    cases: lost.cases.map((one) => ({ ...one, undone: false })),
    made: lost.made ?? made,
    answers: lost.answers.map((reply, index) => {
      const instead = figures[index] ?? { costUsd: 0, latencyMs: 0, tokens: 0 };
      // Figures belong to a reply: one that never came has none of its own.
      const figureOf = (key: 'costUsd' | 'latencyMs' | 'tokens'): number => (reply.text === null ? instead[key] : (reply[key] ?? instead[key]));
      return {
        text: isLost(reply, index) ? (texts[index] ?? 'other') : reply.text,
        costUsd: figureOf('costUsd'),
        latencyMs: figureOf('latencyMs'),
        tokens: figureOf('tokens'),
      };
    }),
    grades: Object.fromEntries(CRITERIA.map((one) => [one, lost.grades[one] ?? known[one] ?? 0])),
  };
}

// ---- runs: real planning of scores, real decisions; only targets and judges are told what to say

const definitions: readonly EvaluatorDefinition[] = scoringDefinitions().evaluators;

function responseOf({ text, costUsd, latencyMs, tokens }: Answer): ProviderResponse {
  if (text === null) throw new ProviderError('the target is down', { kind: 'bad_request', target: 'agent' });
  return {
    text,
    messages: [{ role: 'assistant', content: text }],
    toolCalls: [],
    latencyMs: latencyMs ?? Number.NaN,
    ...(costUsd === null ? {} : { costUsd }),
    ...(tokens === null ? {} : { usage: { inputTokens: 1, outputTokens: tokens } }),
  };
}

/** What judges made of the results of members, by what they were shown: asked the same, they say the same. */
type Memory = Map<string, number>;

function panelOf({ grades: told, made }: World, memory: Memory): JudgePanel {
  const verdict = (score: Figure): PanelResult => ({
    score,
    reasoning: '',
    votes: [],
    usedBackup: false,
    hits: [],
    misses: [],
    warnings: [],
    ...(score === null ? { error: { code: 'panel', message: 'no judge answered' } } : {}),
  });
  const assess = (request: JudgeRequest): Promise<PanelResult> => {
    if (request.kind !== 'prompt') return Promise.resolve(verdict(told[request.kind === 'label' ? request.label : request.criterion] ?? null));
    const said = memory.get(request.prompt) ?? made;
    if (said !== null) memory.set(request.prompt, said);
    return Promise.resolve(verdict(said));
  };
  return { judgeIds: ['judge'], assess };
}

function trialOf({ evaluators, weight, allowEmpty, suite }: DrawnCase, index: number): Trial {
  const evalCase: EvalCase = {
    id: `case-${index}`,
    expectedOutcome: 'says yes',
    inputMessages: [{ role: 'user', content: 'yes or no?' }],
    expectedMessages: [],
    evaluators,
    execution: allowEmpty ? { allowEmpty } : {},
    weight,
    tags: [],
  };
  return {
    key: `trial-${index}`,
    suite,
    suitePath: `${suite}.yaml`,
    evalCase,
    location: { file: 'suite.yaml', line: index + 1, column: 1 },
    target: { name: 'agent', provider: 'mock', options: {} },
    variant: { label: '' },
    repeat: 1,
  };
}

async function decide(run: World, memory: Memory) {
  const resources: TrialResources = {
    provider: {
      name: 'agent',
      provider: 'mock',
      structuredOutput: false,
      emptyReply: 'final',
      generate: async ({ caseId }) => responseOf(run.answers[Number(caseId?.slice(5))] ?? { text: null, costUsd: null, latencyMs: null, tokens: null }),
    },
    judges: () => panelOf(run, memory),
    directory: '/evals',
  };
  const executor = createTrialExecutor({
    runId: 'run',
    resources: { prepare: async () => undefined, of: () => resources, close: async () => undefined },
    evaluators: definitions,
    rubricRequired: run.rubricRequired,
    thresholds: run.thresholds,
  });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const rows: readonly (ResultRow | undefined)[] = await Promise.all(
    run.cases.map((one, index) => (one.undone ? undefined : executor.execute(trialOf(one, index), { signal }))),
  );
  const statistics = createRunAccumulator({ thresholds: run.thresholds });
  for (const row of rows) if (row) statistics.add(row);
  const { groups } = statistics.result();
  return { rows, groups, ...decideOutcome({ groups, threshold: run.threshold, failOn: run.failOn, plannedTrials: rows.length }) };
}

function expectCounts({ groups }: Awaited<ReturnType<typeof decide>>): void {
  for (const { trials, passed, borderline, failed, open, unscored } of groups) {
    expect(passed + borderline + failed + open + unscored).toBe(trials);
  }
}

/** More of them find more: `ASSAY_WHOLE_RUNS=5000`. */
const RUNS = Number(process.env['ASSAY_WHOLE_RUNS'] ?? 300);
const RANKS = { fail: 0, borderline: 1, pass: 2 } as const;

/** Whatever is missing, a row may say no more than is known. */
function expectHonest(row: ResultRow): void {
  const { verdict, verdictBounds, requirements, score, scoreBounds } = row;
  if (score !== null) {
    expect(score).toBeGreaterThanOrEqual(scoreBounds.worst - 1e-9);
    expect(score).toBeLessThanOrEqual(scoreBounds.best + 1e-9);
  }
  if (verdict === 'pass') expect([requirements?.missed, requirements?.open, verdictBounds.worst === 'fail']).toEqual([undefined, undefined, false]);
  if (requirements?.missed !== undefined) expect(verdictBounds.best).toBe('fail');
}

/** Where every part has a score, nothing is left open. */
function expectWhole(row: ResultRow): void {
  // What has no points, or none with a weight, has no score whatever is known.
  if (row.score === null || JSON.stringify(row.evaluators).includes('"score":null')) return;
  expect(row.requirements?.open).toBeUndefined();
  expect(row.verdict).not.toBeNull();
  expect([row.verdictBounds.worst, row.verdictBounds.best]).toEqual([row.verdict, row.verdict]);
  expect(row.scoreBounds.best - row.scoreBounds.worst).toBeLessThan(1e-9);
}

function expectWithin(row: ResultRow, then: ResultRow): void {
  if (then.score === null) return;
  expect(then.score).toBeGreaterThanOrEqual(row.scoreBounds.worst - 1e-9);
  expect(then.score).toBeLessThanOrEqual(row.scoreBounds.best + 1e-9);
  if (then.verdict === null) return;
  expect(RANKS[then.verdict]).toBeGreaterThanOrEqual(RANKS[row.verdictBounds.worst]);
  expect(RANKS[then.verdict]).toBeLessThanOrEqual(RANKS[row.verdictBounds.best]);
}

/** How many kinds there are; each is seen with a threshold and without one, as are the three outcomes. */
const KINDS = 13;

/** What a run has of what makes this hard; all must be drawn often, beside a threshold and without one. */
function kindsOf(run: World, rows: readonly (ResultRow | undefined)[]): readonly string[] {
  const written = JSON.stringify(run.cases);
  const kinds: Readonly<Record<string, boolean>> = {
    'an unreachable target': run.answers.some(({ text }) => text === null),
    'an empty reply': run.answers.some(({ text }) => text === ''),
    'an empty reply that is one': run.answers.some(({ text }, index) => text === '' && run.cases[index]?.allowEmpty === true),
    'missing metrics': run.answers.some((one) => one.text !== null && [one.costUsd, one.latencyMs, one.tokens].includes(null)),
    'lost judges of criteria': Object.values(run.grades).includes(null),
    'lost judges of members': run.made === null && written.includes('"aggregator"'),
    'composites': written.includes('"composite"'),
    'a required entry': written.includes('"required":true'),
    'a lowest score': written.includes('inScore":'),
    'something missed': rows.some((row) => row?.requirements?.missed !== undefined),
    'something open': rows.some((row) => row?.requirements?.open !== undefined),
    'a trial that was not done': rows.includes(undefined),
    'several groups': new Set(run.cases.map(({ suite }) => suite)).size > 1,
  };
  return Object.keys(kinds).filter((kind) => kinds[kind]);
}

test('whatever was lost turns out to be, a run that was decided stays as it was decided', { timeout: 300_000 }, async () => {
  const outcomes = { passed: 0, failed: 0, undecided: 0 };
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(world, fc.array(found, { minLength: 3, maxLength: 3 }), async (lost, others) => {
      const memory: Memory = new Map();
      const before = await decide(lost, memory);
      expectCounts(before);
      before.rows.forEach((row) => row && expectHonest(row));
      outcomes[before.outcome as keyof typeof outcomes] += 1;
      const gate = lost.threshold === undefined ? 'without' : 'with';
      for (const kind of [...kindsOf(lost, before.rows), before.outcome]) seen.set(`${kind}, ${gate} a threshold`, (seen.get(`${kind}, ${gate} a threshold`) ?? 0) + 1);
      for (const other of others) {
        const after = await decide(complete(lost, other), new Map(memory));
        expectCounts(after);
        if (before.outcome === 'passed' || before.outcome === 'failed') expect(after.outcome).toBe(before.outcome);
        before.rows.forEach((row, index) => {
          const then = after.rows[index];
          if (!then) return;
          expectWhole(then);
          if (row) expectWithin(row, then);
        });
      }
    }),
    { numRuns: RUNS },
  );
  // The test says nothing unless all of it happens often.
  expect(Math.min(outcomes.passed, outcomes.failed, outcomes.undecided)).toBeGreaterThan(5);
  expect([...seen].filter(([, times]) => times > 1).map(([kind]) => kind).toSorted()).toHaveLength(2 * (KINDS + 3));
});
