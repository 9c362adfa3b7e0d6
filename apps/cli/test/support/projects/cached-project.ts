import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** What a judge says who is content. */
export const GRADE = JSON.stringify({ reflection: 'Polite.', classification: 'FULLY_MET' });

/** Whether a judge is asked. */
export const isJudge = ({ text }: ChatRequest): boolean => text.includes('FULLY_MET');

/** Two cases, one of which a judge looks at too. */
export const SUITE = `evalcases:
  - {id: hello, expected_outcome: greets, input: Say hello, evaluators: [{type: contains, value: an answer}, {type: rubric, rubrics: [Must be polite]}]}
  - {id: bye, expected_outcome: takes leave, input: Say goodbye, evaluators: [{type: contains, value: an answer}]}
`;

/** What the server says, by the request and its number. */
export type Answer = (request: ChatRequest, number: number) => ChatAnswer | Promise<ChatAnswer>;

/** The model answers, and the judge is content. */
export const usual: Answer = (request) => (isJudge(request) ? GRADE : 'an answer');

/** A project whose model and judge are on loopback, both with a price. */
export async function project({ answer = usual, suite = SUITE, config = '', options = '' }: { answer?: Answer; suite?: string; config?: string; options?: string } = {}) {
  let number = 0;
  const server = await startChatServer((request) => answer(request, (number += 1)));
  const target = (name: string, more = ''): string =>
    `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: sk-very-secret-key-1${more}}\n`;
  const workspace = await createWorkspace({
    'suite.yaml': suite,
    '.assay/config.yaml': `judges: {panel: [judge]}\nprices: {'openai:*': {input: 10000, output: 0}}\n${config}`,
    '.assay/targets.yaml': `targets:\n${target('agent', options)}${target('judge')}`,
  });
  const run = async (...args: string[]) => {
    const before = server.requests.length;
    const out = `run-${before}-${Math.random()}`;
    const finished = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--out', out, ...args], { cwd: workspace.folder });
    const rows = new Map((existsSync(join(workspace.folder, out)) ? await workspace.rows(out) : []).map((row) => [`${row.caseId}/${row.repeat}`, row]));
    return { ...finished, rows, asked: server.requests.slice(before) };
  };
  return { run, workspace, server };
}

/** The files of its cache that hold entries. */
export const cacheFiles = ({ folder }: Workspace): readonly string[] => {
  const root = join(folder, '.assay/cache');
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() && /^[\da-f]{62}$/u.test(one.name) ? [join(one.parentPath, one.name)] : []));
};

/** Answers the first such request badly, and the next ones well. */
export const once = (bad: ChatAnswer, good: string, when: (request: ChatRequest) => boolean): Answer => {
  let told = false;
  return (request, number) => {
    if (!when(request)) return usual(request, number);
    const answer = told ? good : bad;
    told = true;
    return answer;
  };
};

/** What a target says when it is asked again is kept, where it said these before. */
export const testSecondTries = (rows: readonly (readonly [what: string, bad: ChatAnswer])[]): void =>
  test.each(rows)('%s that is tried again: the second try is', async (_what, bad) => {
    const { run } = await project({ answer: once(bad, 'an answer, at last', ({ text }) => text.includes('goodbye')) });
    const first = await run('--cache', '--id', 'bye');
    const second = await run('--cache', '--id', 'bye');
    expect([first.asked.length, second.asked.length]).toEqual([2, 0]);
    expect(second.rows.get('bye/1')).toMatchObject({ cached: true, score: 1, output: { text: 'an answer, at last' } });
  });
