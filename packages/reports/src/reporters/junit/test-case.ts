import { transcriptText, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { formatCaseScore } from '../../format/format-score.js';
import { explainRow } from '../../statistics/problems/explain-row.js';
import { boundedText } from '../parts/bounded-text.js';
import { outcomeOf, type RowOutcome } from '../parts/row-outcome.js';
import { xmlAttributes, xmlElement, xmlText } from './xml.js';

/** What a test is for a reader of JUnit's reports. */
export type TestResult = 'passed' | 'failure' | 'error' | 'skipped';

const RESULTS: Readonly<Record<RowOutcome, TestResult>> = {
  passed: 'passed',
  borderline: 'passed',
  failed: 'failure',
  open: 'error',
  unscored: 'error',
  unrated: 'skipped',
};

export function resultOf(row: ResultRow): TestResult {
  return RESULTS[outcomeOf(row)];
}

/** Which tests show what was said. */
type Replies = 'failed' | 'all' | 'none';

export interface TestCaseOptions {
  readonly thresholds: VerdictThresholds;
  readonly replies: Replies;
  /** Most characters of a reply, and of a conversation. */
  readonly most: number;
}

/** The file of a place `file:line:column`. */
function fileOf(source: string): string {
  return source.replace(/(?::\d+){1,2}$/u, '');
}

/** `case [variant] #repeat`. */
export function testName(caseId: string, variant: string, repeat: number): string {
  return `${caseId}${variant === '' ? '' : ` [${variant}]`}${repeat > 1 ? ` #${repeat}` : ''}`;
}

function conversation(row: ResultRow, most: number): string {
  const reply = row.output === null ? 'no reply' : row.output.text;
  const calls = (row.output?.toolCalls ?? []).map(({ tool, input }) => `tool call: ${tool}(${input === undefined ? '' : JSON.stringify(input)})\n`);
  return `${boundedText(transcriptText(row.input), most)}\n\n--- reply ---\n${boundedText(reply + (calls.length > 0 ? `\n${calls.join('')}` : ''), most)}\n`;
}

/** Why a test did not pass; its first line is the place of the case, as editors open it. */
function explained(row: ResultRow, result: TestResult, { thresholds }: TestCaseOptions): string {
  if (result === 'passed') return '';
  const reasons = explainRow(row, thresholds);
  const otherwise = row.score === null ? 'it has no score' : row.verdict === null ? 'what could not be scored decides whether it fails' : 'it failed';
  const [first = row.error?.message ?? otherwise] = reasons;
  if (result === 'skipped') return xmlElement('skipped', { message: first });
  const type = result === 'failure' ? 'fail' : row.score === null ? (row.error?.code ?? 'unscored') : 'open';
  const score = row.score === null ? 'no score' : `score ${formatCaseScore(row.score, thresholds)}`;
  return xmlElement(result, { type, message: first }, xmlText(`${row.source}\n${score}\n${reasons.map((reason) => `- ${reason}\n`).join('')}`));
}

/** A row as a `testcase`, without its class, which is known when all rows are: what stands behind `<testcase` and that attribute. */
export function testCase(row: ResultRow, options: TestCaseOptions): string {
  const result = resultOf(row);
  const { replies, most } = options;
  const isShown = replies === 'all' || (replies === 'failed' && result !== 'passed');
  const head = xmlAttributes({
    name: testName(row.caseId, row.variant.label, row.repeat),
    time: row.latencyMs === null ? undefined : (row.latencyMs / 1000).toFixed(3),
    file: fileOf(row.source),
  });
  return `${head}>\n${explained(row, result, options)}${isShown ? xmlElement('system-out', {}, xmlText(conversation(row, most))) : ''}</testcase>\n`;
}
