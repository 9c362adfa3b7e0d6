import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Written against their order; `after` is asked whatever became of `use`. */
export const SUITE = `evaluators: [{ type: contains, value: done }]
tests:
  - { id: after, criteria: Done, input: please after, depends_on: [use], on_dependency_failure: run }
  - { id: use, criteria: Done, input: please use, depends_on: [make, check] }
  - { id: check, criteria: Done, input: please check, depends_on: [make], on_dependency_failure: fail }
  - { id: make, criteria: Done, input: please make }
  - { id: aside, criteria: Done, input: please aside }
`;

const caseOf = ({ text }: ChatRequest): string => /please (\w+)/u.exec(text)?.[1] ?? '';

interface Project extends Workspace {
  /** What was asked, as `target case`, in order. */
  readonly asked: string[];
  run(...args: readonly string[]): ReturnType<typeof runAssay>;
}

/** A project with that suite and two targets, which are on loopback. */
export async function project(answer: (id: string, request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>, files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const asked: string[] = [];
  const server = await startChatServer(async (request) => {
    asked.push(`${request.model} ${caseOf(request)}`);
    return answer(caseOf(request), request);
  });
  const target = (name: string): string => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: sk-of-this-test-1, max_retries: 0 }\n`;
  const workspace = await createWorkspace({ 'evals/a.yaml': SUITE, '.assay/targets.yaml': `targets:\n${target('one')}${target('two')}`, ...files });
  return { ...workspace, asked, run: (...args) => runAssay(['run', 'evals/a.yaml', ...args], { cwd: workspace.folder }) };
}

/** What became of each trial at last. */
export function outcomes(rows: Awaited<ReturnType<Workspace['rows']>>): readonly string[] {
  const last = new Map(rows.map((row) => [row.trialKey, row]));
  return [...last.values()].map(({ target, caseId, score, error, verdict }) => `${target} ${caseId} ${score ?? error?.code}${verdict === null ? '' : ` ${verdict}`}`).toSorted();
}
