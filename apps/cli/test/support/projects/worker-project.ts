import { decodeRow, type ResultRow } from '@assay/schema';
import { expect } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

const SECRET = 'sk-worker-4411-secret';

export const SUITE = `
dataset: capitals
evaluators:
  - { name: said, type: contains, value: Paris }
  - { name: checked, type: code_judge, script: [node, check.mjs] }
  - { name: judged, type: llm_judge, prompt: prompts/ask.md }
evalcases:
  - { id: france, outcome: names Paris, input: What is the capital of France, expected_output: Paris, weight: 2 }
  - { id: peru, outcome: names Lima, input: What is the capital of Peru, tags: [south] }
`;

export const CHECK = `
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { candidate_answer: answer } = JSON.parse(text);
console.log(JSON.stringify({ score: answer.includes('capital') ? 1 : 0, hits: ['looked at it'] }));
`;

export const BLUEPRINT = `
title: Towns
temperatures: [0, 1]
systems: [Be brief, null]
---
- { id: rome, prompt: Is Rome a town, should: [$icontains: rome] }
`;

/** A case of a file of lines, whose reply is to repeat its question. */
export const lineOf = (id: string): string => JSON.stringify({ id, expected_outcome: 'G', input: `line ${id}`, evaluators: [{ type: 'contains', value: 'line' }] });

export const FILES = {
  'evals/capitals.yaml': SUITE,
  'evals/check.mjs': CHECK,
  'evals/prompts/ask.md': 'Is it right? {{ candidate_answer }} {{ expected_outcome }}',
  'evals/towns.yaml': BLUEPRINT,
  'evals/lines.jsonl': `${lineOf('one')}\n\n${lineOf('two')}\n${lineOf('three')}`,
};

/** Of target and judge, unless a test has another. */
export function answer({ text, model }: ChatRequest): ChatAnswer {
  if (model === 'judge') return JSON.stringify({ score: 0.75, hits: [], misses: [], reasoning: 'well' });
  return text.includes('France') ? 'The capital is Paris.' : text;
}

interface Project extends Workspace {
  readonly env: Readonly<Record<string, string>>;
}

/** A project whose target and judge are on loopback; their address and key come from the environment. */
export async function project(reply: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = answer): Promise<Project> {
  const server = await startChatServer(reply);
  const target = (name: string): string =>
    `  - { name: ${name}, provider: openai, model: '\${${name.toUpperCase()}_MODEL}', endpoint: '\${BOT_URL}', api_key: '\${BOT_KEY}' }\n`;
  const workspace = await createWorkspace({ ...FILES, '.assay/targets.yaml': `targets:\n${target('bot')}${target('judge')}` });
  return { ...workspace, env: { BOT_URL: server.url, BOT_KEY: SECRET, BOT_MODEL: 'bot', JUDGE_MODEL: 'judge' } };
}

export const WITH = ['--target', 'bot', '--judge', 'judge'];

/** The jobs of a run, line by line. */
export async function planned({ folder: cwd, env }: Project, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runAssay(['plan', 'evals', ...WITH, '--json', ...args], { cwd, env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

interface Refused {
  readonly line: number;
  readonly trial_key?: string;
  readonly code: string;
  readonly message: string;
}

/** What a worker has said to its jobs. */
export function answersOf(stdout: string): { readonly rows: ResultRow[]; readonly refused: Refused[] } {
  const answers = stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { row?: unknown; refused?: Refused });
  return {
    rows: answers.flatMap(({ row }) => (row === undefined ? [] : [decodeRow(row)])),
    refused: answers.flatMap(({ refused }) => refused ?? []),
  };
}

/** What a worker has said to some jobs, and how it ended. */
export async function work(input: string, cwd: string, env: Project['env'], args: readonly string[] = WITH): Promise<ReturnType<typeof answersOf> & Finished> {
  const finished = await runAssay(['worker', '--stdio', ...args], { cwd, env, input });
  return { ...finished, ...answersOf(finished.stdout) };
}

/** Trials of the project. */
export const ALL = 9;
