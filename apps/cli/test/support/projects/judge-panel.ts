import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** One case with one criterion. */
export const SUITE = `
evalcases:
  - id: greeting
    expected_outcome: Greets politely
    input: Say hello
    rubrics: [Must be polite]
`;

/** What a judge says who finds so of the criterion. */
export const assessment = (classification: string): string =>
  JSON.stringify({ reflection: `I would say ${classification}.`, hits: [], misses: [], classification });

type Behaviour = ChatAnswer | ChatAnswer[];

/** Targets on one loopback server, a model for each, and what each model answers. */
export async function panelProject(
  behaviour: Readonly<Record<string, Behaviour>>,
  config: string,
): Promise<{ workspace: Workspace; server: ChatServer; asked: (model: string) => number }> {
  const asked = (model: string): number => server.requests.filter((request) => request.model === model).length;
  const server: ChatServer = await startChatServer((request) => {
    const answers = behaviour[request.model];
    if (answers === undefined) return { status: 404, body: '{"error":{"message":"no such model"}}' };
    return Array.isArray(answers) ? (answers[Math.min(asked(request.model), answers.length) - 1] ?? '') : answers;
  });
  const targets = Object.keys(behaviour).map(
    (model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`,
    '.assay/config.yaml': config,
  });
  return { workspace, server, asked };
}

const RUN = ['run', 'suite.yaml', '--target', 'agent', '--max-retries', '1'];
/** A model that cannot be had. */
export const DOWN: ChatAnswer = { status: 503, headers: { 'retry-after-ms': '1', 'retry-after': '0' }, body: '{"error":{"message":"no backend"}}' };

/** A reply of a judge that is no verdict. */
export const RUBBISH = 'I like trains.';

/** The only row, and its criterion. */
export function rubricOf(rows: Awaited<ReturnType<Workspace['rows']>>) {
  const [row] = rows;
  const point = row?.evaluators[0]?.points?.[0];
  return { row, point };
}

/** Runs the suite with one retry. */
export async function run(workspace: Workspace, ...more: string[]): Promise<Finished> {
  return runAssay([...RUN, ...more], { cwd: workspace.folder });
}

/** A panel without any settings of its own. */
export const THREE = 'judges:\n  panel: [judge-a, judge-b, judge-c]\n';

/** The panel with a judge who is asked before it. @param more settings of that judge */
export const cascade = (more = ''): string => `${THREE}  cascade: { first: cheap${more} }\n`;

/** An agent, and what each judge of the panel finds of it. */
export const grades = (a: string, b: string, c: string) => ({ agent: 'Hello!', 'judge-a': assessment(a), 'judge-b': assessment(b), 'judge-c': assessment(c) });

/** The score of the only row. */
export const scoreOf = async (workspace: Workspace): Promise<number | null | undefined> => rubricOf(await workspace.rows()).row?.score;
