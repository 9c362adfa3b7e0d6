import { transcriptText, type ResultRow, type TokenUsage, type VerdictThresholds } from '@assay/schema';
import { explainRow } from '../../statistics/problems/explain-row.js';
import type { CellValue } from './cell.js';

interface Column {
  /** What it holds, for the docs. */
  readonly about: string;
  value(row: ResultRow, thresholds: VerdictThresholds): CellValue;
}

const sum = (usage: TokenUsage | undefined): number | undefined => usage && usage.inputTokens + usage.outputTokens;

function toolCalls({ output }: ResultRow): string | undefined {
  if (!output?.toolCalls.length) return undefined;
  return output.toolCalls.map(({ tool, input }) => `${tool}(${input === undefined ? '' : JSON.stringify(input)})`).join('\n');
}

/** The columns that every row has, in their order. */
const COLUMNS = {
  run_id: { about: 'id of the run', value: (row) => row.runId },
  suite: { about: 'name of the suite', value: (row) => row.suite },
  suite_path: { about: 'path of the suite from the root of the project', value: (row) => row.suitePath },
  case_id: { about: 'id of the case', value: (row) => row.caseId },
  source: { about: 'where the case is defined, `file:line:column`', value: (row) => row.source },
  tags: { about: 'tags of the case, separated by commas', value: (row) => row.tags.join(', ') },
  target: { about: 'name of the target', value: (row) => row.target },
  variant: { about: 'label of the variant; empty if nothing is varied', value: (row) => row.variant.label },
  repeat: { about: 'which repeat it is, from 1', value: (row) => row.repeat },
  status: { about: '`ok`, `partial` or `error`', value: (row) => row.status },
  verdict: { about: '`pass`, `borderline` or `fail`; empty while it is open', value: (row) => row.verdict },
  score: { about: 'the exact score, from 0 to 1; empty when there is none', value: (row) => row.score },
  score_worst: { about: 'the score if everything unscored were 0', value: (row) => row.scoreBounds.worst },
  score_best: { about: 'the score if everything unscored were 1', value: (row) => row.scoreBounds.best },
  reasons: {
    about: 'why it failed, is open or has no score, one reason per line',
    value: (row, thresholds) => (row.verdict === 'pass' ? undefined : explainRow(row, thresholds).join('\n')),
  },
  input: { about: 'the conversation as it was sent', value: (row) => transcriptText(row.input) },
  expected_outcome: { about: 'the goal of the case', value: (row) => row.expectedOutcome },
  reference: { about: 'the reference answer of the case', value: (row) => row.reference },
  output: { about: 'the reply; empty when there was none', value: (row) => row.output?.text },
  tool_calls: { about: 'the tools that were called, one call per line', value: toolCalls },
  finish_reason: { about: 'why the reply ended', value: (row) => row.output?.finishReason },
  error: { about: 'why there is no score', value: (row) => row.error?.message },
  warnings: { about: 'warnings, one per line', value: (row) => row.warnings.join('\n') },
  latency_ms: { about: 'time of the request, in milliseconds', value: (row) => row.latencyMs },
  cost_usd: { about: 'cost of the target, in US dollars; empty when no price is known', value: (row) => row.costUsd },
  judge_cost_usd: { about: 'cost of the judges, in US dollars', value: (row) => row.judgeCostUsd },
  saved_cost_usd: { about: 'the part of `cost_usd` that this run did not spend, because replies came from the cache', value: (row) => row.saved?.costUsd },
  saved_judge_cost_usd: { about: 'the part of `judge_cost_usd` that this run did not spend, because judgements or vectors came from the cache', value: (row) => row.saved?.judgeCostUsd },
  input_tokens: { about: 'tokens that the target read', value: (row) => row.usage?.inputTokens },
  output_tokens: { about: 'tokens that the target wrote', value: (row) => row.usage?.outputTokens },
  judge_tokens: { about: 'tokens of the judges, read and written', value: (row) => sum(row.judgeUsage) },
  confidence: { about: 'how sure the target said it was, from 0 to 1', value: (row) => row.confidence },
  cached: { about: '`true` for a reply from the cache', value: (row) => row.cached },
  started_at: { about: 'when the trial started, ISO 8601, UTC', value: (row) => row.startedAt },
  finished_at: { about: 'when the trial finished, ISO 8601, UTC', value: (row) => row.finishedAt },
  trial_key: { about: 'a key that identifies the trial', value: (row) => row.trialKey },
} as const satisfies Readonly<Record<string, Column>>;

/** Columns that stand for one column each of what rows report by name. */
const GROUPS = {
  scores: { about: 'a column `score: NAME` for each evaluator' },
  metrics: { about: 'a column `metric: NAME` for each measurement reported next to the score' },
} as const;

export type ColumnName = keyof typeof COLUMNS;
export type GroupName = keyof typeof GROUPS;

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
export const GROUP_NAMES = Object.keys(GROUPS) as readonly GroupName[];

export function isGroup(name: ColumnName | GroupName): name is GroupName {
  return Object.hasOwn(GROUPS, name);
}

/** The value of a row in one of the columns that every row has. */
export function columnValue(name: ColumnName, row: ResultRow, thresholds: VerdictThresholds): CellValue {
  const column: Column = COLUMNS[name];
  return column.value(row, thresholds);
}

/** What a row reports by name. */
export function groupValues(name: GroupName, row: ResultRow): readonly (readonly [string, number | null])[] {
  return name === 'scores'
    ? row.evaluators.map((evaluator) => [evaluator.name, evaluator.score])
    : row.metrics.map((metric) => [metric.name, metric.value]);
}

/** Every column with what it holds, in one text for the docs. */
export function describeColumns(): string {
  const all: Readonly<Record<string, { readonly about: string }>> = { ...COLUMNS, ...GROUPS };
  return Object.entries(all)
    .map(([name, { about }]) => `\`${name}\` (${about})`)
    .join(', ');
}
