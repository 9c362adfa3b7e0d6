import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest, type ChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** A suite, the workspace that it gives to the agent, and the agent, which changes a file there. */
export const FILES = {
  'suite.yaml': `
execution: { target: agent }
workspace: { template: template }
assert: [{ type: llm_judge }]
tests: [{ id: one, criteria: The task is noted, input: buy milk }]
`,
  'template/TODO.md': '# Tasks\n',
  'agent.sh': 'cat > /dev/null; echo "buy milk" >> TODO.md; echo Done.',
};

interface Project extends Workspace {
  readonly judge: ChatServer;
  run(...args: readonly string[]): Promise<Finished>;
}

const GOOD = '{"reflection": "r", "hits": [], "misses": [], "classification": 1}';

/** A project of these files with a judge, which is asked over HTTP. */
export async function project(files: Readonly<Record<string, string>> = {}, answer: (request: ChatRequest) => ChatAnswer = () => GOOD): Promise<Project> {
  const judge = await startChatServer(answer);
  const targets = `targets:
  - { name: agent, provider: cli, command: [sh, "{TARGET_DIR}/agent.sh"], judge_target: judge, max_retries: 1 }
  - { name: judge, provider: openai, model: m, endpoint: '${judge.url}', api_key: k }
`;
  const workspace = await createWorkspace({ ...FILES, '.assay/targets.yaml': targets, ...files });
  const env = { TMPDIR: join(workspace.folder, 'tmp') };
  await mkdir(env.TMPDIR);
  return { ...workspace, judge, run: (...args) => runAssay([...args], { cwd: workspace.folder, env }) };
}

/** What the agent changed, as the only row says. */
export const changesOf = async ({ rows }: Workspace): Promise<string | undefined> => (await rows('run'))[0]?.output?.fileChanges;
