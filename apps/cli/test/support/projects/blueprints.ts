import type { PointScore, ResultRow } from '@assay/schema';
import { expect } from 'vitest';
import { evaluate, type EvaluateOptions, type EvaluateResult } from '../../../src/index.js';
import { startChatServer, type ChatServer } from '../servers/chat-server.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** The class that the judge puts a criterion in, by words of the criterion. */
export type Opinions = Readonly<Record<string, string>>;

/** A reply of a model in the format that judges answer in. */
export function assessment(classification: string, reflection = `It is ${classification}.`): string {
  return JSON.stringify({ reflection, classification });
}

/** A judge on loopback. It refuses criteria that it has no opinion on, so that a test cannot pass by luck. */
export async function startJudge(opinions: Opinions, whenDone?: (stop: () => Promise<void>) => void): Promise<ChatServer> {
  return startChatServer(({ text }) => {
    const classes = Object.entries(opinions).flatMap(([words, name]) => (text.includes(words) ? [name] : []));
    const [only] = classes;
    if (only === undefined || classes.length > 1) return { status: 400, body: `{"error":{"message":"${classes.length} opinions"}}` };
    return assessment(only);
  }, whenDone);
}

/** A target that sends its requests to a loopback server. */
export function targetLine(name: string, url: string): string {
  return `  - {name: '${name}', provider: openai, model: '${name}', endpoint: '${url}', api_key: test}\n`;
}

/** Texts of replies, or whole rows of an outputs file, by the id of their prompt. */
export type Replies = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

export function outputLines(replies: Replies): string {
  return Object.entries(replies)
    .map(([id, reply]) => `${JSON.stringify(typeof reply === 'string' ? { id, text: reply } : { id, ...reply })}\n`)
    .join('');
}

export interface Scored {
  readonly workspace: Workspace;
  readonly result: EvaluateResult;
  readonly rows: readonly ResultRow[];
  /** Everything that the judge was asked. */
  readonly asked: ChatServer['requests'];
  row(id: string): ResultRow;
}

/** What `assay score FILE --outputs OUT.jsonl` does, in this process. */
export async function scoreReplies(
  blueprint: string,
  replies: Replies,
  opinions: Opinions = {},
  more: Partial<EvaluateOptions> = {},
): Promise<Scored> {
  const judge = await startJudge(opinions);
  const workspace = await createWorkspace({
    'blueprint.yml': blueprint,
    'out.jsonl': outputLines(replies),
    '.assay/targets.yaml': `targets:\n${targetLine('judge', judge.url)}`,
  });
  const result = await evaluate({
    files: 'blueprint.yml',
    cwd: workspace.folder,
    env: {},
    outputs: 'out.jsonl',
    judges: ['judge'],
    maxRetries: 0,
    ...more,
  });
  const rows = await workspace.rows();
  const row = (id: string): ResultRow => rows.find(({ caseId }) => caseId === id) ?? expect.fail(`there is no row of "${id}"`);
  return { workspace, result, rows, asked: judge.requests, row };
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gmu, '  ');

/** A prompt called `only` with these fields, and with these lines of a header before it. */
export function onlyPrompt(fields: string, header = ''): string {
  const asks = /^(?:prompt|promptText|messages):/mu.test(fields) ? '' : 'prompt: Well?\n';
  return `${header.trim() === '' ? '' : `${header.trim()}\n---\n`}- id: only\n${indented(`${asks}${fields.trim()}\n`)}`;
}

/** The points of a row, in the order of the rubric. */
export function pointsOf(row: ResultRow): readonly PointScore[] {
  return row.evaluators[0]?.points ?? [];
}

export function pointScores(row: ResultRow): readonly (number | null)[] {
  return pointsOf(row).map(({ score }) => score);
}
