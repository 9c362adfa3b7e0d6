import { startChatServer, type ChatAnswer, type ChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Two cases that ask for something with an o in it. */
export const SUITE = `
evalcases:
  - { id: one, expected_outcome: Greets, input: Say hello, assertions: [{ type: contains, value: o }] }
  - { id: two, expected_outcome: Bids farewell, input: Say goodbye, assertions: [{ type: contains, value: o }] }
`;

/** What the targets say, by their names. */
export const REPLIES: Readonly<Record<string, string>> = { good: 'Hello, dear and welcome guest!', fair: 'Hello, you.', poor: 'o', twin: 'o' };

/** A verdict as judges write it. */
export const preference = (better: 'FIRST_BETTER' | 'SECOND_BETTER' | 'EQUALLY_GOOD'): string => JSON.stringify({ reflection: 'Seen.', classification: better });

type Judge = (first: string, second: string) => ChatAnswer;
/** Prefers the longer reply. */
export const longer: Judge = (first, second) => preference(first.length === second.length ? 'EQUALLY_GOOD' : first.length > second.length ? 'FIRST_BETTER' : 'SECOND_BETTER');

/** Which replies a judge was shown, in their order. */
export function shown(prompt: string): [string, string] {
  const texts = [...new Set(Object.values(REPLIES))].map((text) => ({ text, at: prompt.indexOf(`\n${text}\n`) })).filter(({ at }) => at >= 0);
  const [first, second] = texts.toSorted((a, b) => a.at - b.at);
  return [first?.text ?? '', second?.text ?? ''];
}

/** A project with those targets and a judge on one server. */
export async function project(judge: Judge): Promise<{ workspace: Workspace; server: ChatServer; asked: () => number }> {
  const server: ChatServer = await startChatServer((request) => (request.model === 'judge' ? judge(...shown(JSON.stringify(request).replaceAll('\\n', '\n'))) : (REPLIES[request.model] ?? '')));
  const targets = [...Object.keys(REPLIES), 'judge'].map((model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`);
  const workspace = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`, '.assay/config.yaml': 'judges: [judge]\n' });
  return { workspace, server, asked: () => server.requests.filter(({ model }) => model === 'judge').length };
}

/** Runs the two cases on some of the targets. */
export const run = (workspace: Workspace, out: string, ...targets: string[]) =>
  runAssay(['run', 'suite.yaml', '--out', out, ...targets.flatMap((target) => ['--target', target])], { cwd: workspace.folder });

/** Ranks what was run. */
export const rank = (workspace: Workspace, ...args: string[]) => runAssay(['rank', ...args], { cwd: workspace.folder });
