import type { ResultRow } from '@assay/schema';
import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** What the targets say, by their names. */
export const REPLIES: Readonly<Record<string, string>> = { short: 'Paris.', long: 'It is Paris, on the Seine.', longest: 'It is Paris, on the Seine, of course.' };

/** A verdict as judges write it. */
export const graded = (classification: string): string => JSON.stringify({ reflection: 'seen', hits: [], misses: [], classification });

/** The reply in one of the two places of what a judge is asked. */
export function shown(text: string, place: 'first' | 'second'): string {
  return new RegExp(`<${place}-response-([0-9a-f]+)>\n([\\s\\S]*?)\n</${place}-response-\\1>`, 'u').exec(text)?.[2] ?? '';
}

/** Prefers the longer reply, wherever it stands. */
export function honest({ text }: ChatRequest): string {
  const [first, second] = [shown(text, 'first').length, shown(text, 'second').length];
  return graded(first === second ? 'EQUALLY_GOOD' : first > second ? 'FIRST_BETTER' : 'SECOND_BETTER');
}

/** A case whose replies are compared. */
export const CASE = `  - id: capital
    expected_outcome: Names the capital
    input: What is the capital of France?
    evaluators:
      - {type: contains, value: Paris}
      - {name: best, type: select_best, criteria: Tells more}
`;

interface Setup {
  readonly suite?: string;
  readonly judge?: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;
  readonly target?: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;
}

/** A project of one case, unless a suite is given, with targets and a judge on one server. */
export async function project({ suite = `evalcases:\n${CASE}`, judge = honest, target = ({ model }) => REPLIES[model] ?? 'x' }: Setup = {}) {
  const server = await startChatServer((request) => (request.model === 'judge' ? judge(request) : target(request)));
  const names = [...Object.keys(REPLIES), 'judge'];
  const workspace = await createWorkspace({
    'suite.yaml': suite,
    '.assay/targets.yaml': `targets:\n${names.map((name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: k}\n`).join('')}`,
  });
  const args = (targets: readonly string[], more: readonly string[] = []) =>
    ['run', 'suite.yaml', ...targets.flatMap((name) => ['--target', name]), '--judge', 'judge', '--max-retries', '0', ...more];
  const run = (targets: readonly string[], ...more: string[]) => runAssay(args(targets, more), { cwd: workspace.folder });
  return { server, workspace, run, args };
}

/** The last row of each trial, by target. */
export function last(rows: readonly ResultRow[], key: (row: ResultRow) => string = ({ target }) => target): ReadonlyMap<string, ResultRow> {
  return new Map(rows.map((row) => [key(row), row]));
}

/** What came of the comparison. */
export const best = (row: ResultRow | undefined) => row?.evaluators.find(({ name }) => name === 'best');
