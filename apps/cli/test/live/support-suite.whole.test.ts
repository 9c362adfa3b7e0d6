import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { Finished } from '../support/commands/assay.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { partsOf, plainVerdict, type ExpectedResult, type Scenario, type Spent } from './scenario.js';
import { COMPOSED } from './scenarios/composed.js';
import { COMPUTED } from './scenarios/computed.js';
import { JUDGED } from './scenarios/judged.js';
import { TEXTS } from './scenarios/texts.js';
import { TOOL_USE } from './scenarios/tool-use.js';
import { JUDGE_USAGE, startModels, ticketOf, usageOf } from './support-models.js';

/** A whole suite of a support desk, run by the built command over HTTP, and every row that comes of it. */

const SCENARIOS: readonly Scenario[] = [...TEXTS, ...TOOL_USE, ...JUDGED, ...COMPUTED, ...COMPOSED];
const TARGETS = { gpt: 'gpt-support', claude: 'claude-support' } as const;
type TargetName = keyof typeof TARGETS;

/** US dollars for a million tokens. */
const PRICES = { gpt: { input: 1, output: 4 }, claude: { input: 3, output: 15 } } as const;

const outcomeOf = (index: number): string => `Ticket ${ticketOf(index)} is settled`;
const ask = (text: string, index: number): string => `Ticket ${ticketOf(index)}: ${text}`;

function inputOf({ asks }: Scenario, index: number): readonly object[] {
  const [first, ...rest] = asks.map((text) => ({ role: 'user', content: ask(text, index) }));
  return [first ?? {}, ...rest.flatMap((message) => [{ role: 'assistant', content: null }, message])];
}

const suite = (): string =>
  SCENARIOS.map((scenario, index) =>
    JSON.stringify({ id: scenario.id, expected_outcome: outcomeOf(index), input_messages: inputOf(scenario, index), ...scenario.fields }),
  ).join('\n');

const CHECKS = {
  'checks/words.mjs': [
    'let text = "";',
    'for await (const chunk of process.stdin) text += chunk;',
    'const { candidate_answer, config } = JSON.parse(text);',
    'const has = (word) => candidate_answer.includes(word);',
    'const hits = config.words.filter(has);',
    'console.log(JSON.stringify({ score: hits.length / config.words.length, hits, misses: config.words.filter((word) => !has(word)) }));',
  ].join('\n'),
  'checks/lowest.mjs': [
    'let text = "";',
    'for await (const chunk of process.stdin) text += chunk;',
    'const results = Object.entries(JSON.parse(text).results).map(([key, result]) => ({ name: result.name ?? key, score: result.score }));',
    'const [lowest] = results.sort((a, b) => a.score - b.score);',
    'console.log(JSON.stringify({ score: lowest.score, misses: [`${lowest.name} is the lowest`] }));',
  ].join('\n'),
  'checks/broken.mjs': 'console.error("no idea"); process.exit(4);',
  'prompts/safety.md': 'Could this reply harm anybody?\n\n{{ question }}\n\n{{ candidate_answer }}\n',
  'prompts/style.md': 'Is this reply well written?\n\n{{ question }}\n\n{{ candidate_answer }}\n',
};

interface Run {
  readonly finished: Finished;
  readonly rows: ReadonlyMap<string, ResultRow>;
}

/** Runs the suite on both targets in a project of its own, once for each number of trials at a time. */
async function runSuite(...concurrencies: readonly number[]): Promise<ReadonlyMap<number, Run>> {
  const models = await startModels(SCENARIOS);
  const at = (name: string, provider: string, model: string): string =>
    `  - {name: ${name}, provider: ${provider}, model: ${model}, endpoint: '${models.url}${provider === 'openai' ? '/v1' : ''}', api_key: key}\n`;
  const workspace = await createWorkspace({
    ...CHECKS,
    'evals/support.jsonl': suite(),
    '.assay/targets.yaml': `targets:\n${at('gpt', 'openai', TARGETS.gpt)}${at('claude', 'anthropic', TARGETS.claude)}${at('judge-a', 'openai', 'judge-a')}${at('judge-b', 'openai', 'judge-b')}${at('judge-c', 'anthropic', 'judge-c')}`,
    '.assay/config.yaml': JSON.stringify({
      judges: { panel: ['judge-c', 'judge-a', 'judge-b'] },
      prices: {
        [`openai:${TARGETS.gpt}`]: PRICES.gpt,
        [`anthropic:${TARGETS.claude}`]: PRICES.claude,
        'openai:judge-*': PRICES.gpt,
        'anthropic:judge-c': PRICES.claude,
      },
    }),
  });
  const runs = new Map<number, Run>();
  for (const concurrency of concurrencies) {
    const out = `at-${concurrency}`;
    const options = ['--concurrency', String(concurrency), '--max-retries', '0', '--out', out, '--json'];
    const finished = await runAssay(['run', 'evals/support.jsonl', '--target', 'gpt', '--target', 'claude', ...options], { cwd: workspace.folder });
    const rows = await workspace.rows(out);
    expect(rows).toHaveLength(SCENARIOS.length * 2);
    runs.set(concurrency, { finished, rows: new Map(rows.map((row) => [`${row.target} ${row.caseId}`, row])) });
  }
  return runs;
}

function spentOf(target: TargetName, index: number, turns: number): Spent {
  const { inputTokens, outputTokens } = usageOf(TARGETS[target], ticketOf(index));
  const { input, output } = PRICES[target];
  return {
    target,
    inputTokens: inputTokens * turns,
    outputTokens: outputTokens * turns,
    costUsd: (turns * (inputTokens * input + outputTokens * output)) / 1e6,
  };
}

/** Requests to each judge: one for an opinion, and another after a reply that could not be read. */
function judgeCalls({ opinions = [] }: Scenario): readonly number[] {
  return [0, 1, 2].map((judge) =>
    opinions.reduce((sum, { votes }) => sum + (votes[judge] === undefined ? 0 : votes[judge] === 'RUBBISH' ? 2 : 1), 0),
  );
}

const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 12));

function expectedParts({ name, type, weight = 1, score, verdict, hits = [], misses = [], points = [], votes = [], members = [], error }: ExpectedResult): object {
  return {
    name,
    type,
    weight,
    score: near(score),
    verdict: verdict === null ? undefined : (verdict ?? plainVerdict(score)),
    hits,
    misses,
    points: points.map((point) => ({ text: point.text, score: near(point.score), votes: point.votes ?? [] })),
    votes,
    members: members.map(expectedParts),
    error,
  };
}

function expectedOutput({ replies }: Scenario, index: number): object {
  const turns = replies.map(({ says, calls = [] }, turn) => ({
    says,
    toolCalls: calls.map(({ tool, input }, position) => ({ tool, input, id: `call_${ticketOf(index)}_${turn}_${position}` })),
  }));
  return {
    text: turns.map(({ says }) => says).join('\n\n'),
    messages: turns.map(({ says, toolCalls }) => ({ role: 'assistant', content: says, ...(toolCalls.length > 0 ? { toolCalls } : {}) })),
    toolCalls: turns.flatMap(({ toolCalls }) => toolCalls),
  };
}

let runs: ReturnType<typeof runSuite> | undefined;

/** The runs that all tests look at: the first test starts them, and rows stay when their folder is gone. */
async function suiteRun(concurrency: 1 | 16 = 16): Promise<Run> {
  runs ??= runSuite(16, 1);
  return (await runs).get(concurrency) ?? expect.fail('there is no such run');
}

async function rowOf(target: TargetName, id: string): Promise<ResultRow> {
  const row = (await suiteRun()).rows.get(`${target} ${id}`);
  return row ?? expect.fail(`there is no row of ${id} on ${target}`);
}

const TRIALS = (Object.keys(TARGETS) as TargetName[]).flatMap((target) =>
  SCENARIOS.map((scenario, index) => [scenario.id, target, { scenario, index }] as const),
);

describe('fifty cases on two targets, judged by a panel of three', () => {
  test.each(TRIALS)('%s on %s: score, verdict and every evaluator', async (id, target, { scenario, index }) => {
    const row = await rowOf(target, id);
    const { expected } = scenario;
    const wanted = typeof expected === 'function' ? expected(spentOf(target, index, scenario.replies.length)) : expected;
    const [worst, best] = wanted.bounds ?? [wanted.score ?? 0, wanted.score ?? 1];
    expect({
      status: row.status,
      score: row.score,
      bounds: row.scoreBounds,
      verdict: row.verdict,
      evaluators: row.evaluators.map(partsOf),
      warnings: row.warnings,
      error: row.error,
    }).toEqual({
      status: wanted.status ?? 'ok',
      score: near(wanted.score),
      bounds: { worst: near(worst), best: near(best) },
      verdict: wanted.verdict,
      evaluators: wanted.evaluators.map(expectedParts),
      warnings: wanted.warnings ?? [],
      error: undefined,
    });
  });

  test.each(TRIALS)('%s on %s: the reply, its tool calls, and what both sides spent', async (id, target, { scenario, index }) => {
    const row = await rowOf(target, id);
    const { inputTokens, outputTokens, costUsd } = spentOf(target, index, scenario.replies.length);
    const [a = 0, b = 0, c = 0] = judgeCalls(scenario);
    const calls = a + b + c;
    const price = ({ input, output }: { input: number; output: number }): number =>
      (JUDGE_USAGE.inputTokens * input + JUDGE_USAGE.outputTokens * output) / 1e6;
    expect(row).toMatchObject({
      suite: 'support',
      source: `evals/support.jsonl:${index + 1}:1`,
      caseWeight: 1,
      repeat: 1,
      cached: false,
      output: expectedOutput(scenario, index),
      usage: { inputTokens, outputTokens },
      costUsd: near(costUsd),
    });
    expect(row.judgeUsage).toEqual(
      calls === 0 ? undefined : { inputTokens: calls * JUDGE_USAGE.inputTokens, outputTokens: calls * JUDGE_USAGE.outputTokens },
    );
    expect(row.judgeCostUsd).toEqual(calls === 0 ? undefined : near((a + b) * price(PRICES.gpt) + c * price(PRICES.claude)));
  });

  test.each(Object.keys(TARGETS) as TargetName[])('a turn in the middle is generated by %s and stands in the transcript', async (target) => {
    const index = SCENARIOS.findIndex(({ asks }) => asks.length === 2);
    const scenario = SCENARIOS[index] ?? expect.fail('no case has two turns');
    const row = await rowOf(target, scenario.id);
    const turns = (expectedOutput(scenario, index) as { messages: object[] }).messages.map((turn) => ({ ...turn, generated: true }));
    const questions = scenario.asks.map((text) => ({ role: 'user', content: ask(text, index) }));
    expect(row.input).toEqual([questions[0], { role: 'assistant', content: null }, questions[1]]);
    expect(row.transcript).toEqual([questions[0], turns[0], questions[1], turns[1]]);
  });

  test('a case of one turn shows what was asked and has no transcript of its own', async () => {
    const row = await rowOf('gpt', 'opening-hours');
    expect(row.input).toEqual([{ role: 'user', content: 'Ticket 101: When are you open?' }]);
    expect(row.transcript).toBeUndefined();
  });

  test('every judge is named with its model, its vote and its reflection', async () => {
    const row = await rowOf('claude', 'polite-without-step');
    expect(row.evaluators[0]?.points?.[1]?.judges).toEqual([
      expect.objectContaining({ id: 'judge-a', model: 'openai:judge-a', score: 0.5, reflection: 'judge-a says HALF_MET.' }),
      expect.objectContaining({ id: 'judge-b', model: 'openai:judge-b', score: 0.25, reflection: 'judge-b says SLIGHTLY_MET.' }),
      expect.objectContaining({ id: 'judge-c', model: 'anthropic:judge-c', score: 0, reflection: 'judge-c says NOT_MET.' }),
    ]);
    const lost = await rowOf('gpt', 'a-judge-lost');
    expect(lost.evaluators[0]?.points?.[0]?.judges?.[1]).toMatchObject({ id: 'judge-b', score: null, error: { code: 'bad_reply' } });
  });

  test('the summary counts what the rows say, and the command ends with that outcome', async () => {
    const { finished, rows } = await suiteRun();
    const summary = JSON.parse(finished.stdout) as { readonly groups: readonly Record<string, unknown>[] };
    for (const target of Object.keys(TARGETS)) {
      const own = [...rows.values()].filter((row) => row.target === target);
      const group = summary.groups.find((candidate) => candidate['target'] === target);
      expect(group).toMatchObject({
        suite: 'support',
        cases: 50,
        passed: own.filter(({ verdict }) => verdict === 'pass').length,
        failed: own.filter(({ verdict }) => verdict === 'fail').length,
        unscored: 0,
        score: near(own.reduce((sum, { score }) => sum + (score ?? 0), 0) / 50),
      });
    }
    expect(finished.exitCode).toBe(1);
  });

  test('one trial at a time gives the same rows as sixteen', async () => {
    // The key of an assessment is salted for its run.
    const own = new Set(['runId', 'startedAt', 'finishedAt', 'latencyMs', 'assessmentKey']);
    const stable = ({ rows }: Run): object =>
      Object.fromEntries(
        [...rows].map(([key, row]) => [
          key,
          // The times that latency checks tell are the only other thing that differs.
          JSON.parse(JSON.stringify(row, (field, value: unknown) => (own.has(field) ? undefined : value)).replaceAll(/took \d+ ms|"latency_ms":[\d.]+/gu, '')) as unknown,
        ]),
      );
    expect(stable(await suiteRun(1))).toEqual(stable(await suiteRun(16)));
  });
});
