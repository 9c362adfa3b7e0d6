import { startBatchServer, type BatchServer, type BatchServerOptions } from '@assay/schema/testing';
import { onTestFinished } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

interface Project {
  readonly server: BatchServer;
  readonly workspace: Workspace;
  assay(...args: readonly string[]): Promise<Finished>;
}

export const KEY = 'sk-very-secret-1';
export const SUITE = `description: Two questions
execution: {target: bot}
evalcases:
  - {id: one, expected_outcome: says 42, input: first question, evaluators: [{type: contains, value: '42'}]}
  - {id: two, expected_outcome: says 42, input: second question, evaluators: [{type: contains, value: '42'}]}
`;

/** A project whose targets are those of a server with batches, on loopback, and one that has none. */
export async function project(options: BatchServerOptions, suite = SUITE, settings = ''): Promise<Project> {
  const server = await startBatchServer(options);
  onTestFinished(server.close);
  const workspace = await createWorkspace({
    'evals/a.yaml': suite,
    '.assay/targets.yaml': [
      'targets:',
      `  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: ${KEY}}`,
      `  - {name: strict, provider: openai, model: j, endpoint: '${server.url}/v1', api_key: ${KEY}}`,
      `  - {name: kind, provider: anthropic, model: c, endpoint: '${server.url}', api_key: ${KEY}}`,
      `  - {name: aside, provider: mock, reply: it is 42}`,
      '',
    ].join('\n'),
    '.assay/config.yaml': `prices: {'openai:m': {input: 10, output: 100}, 'openai:j': {input: 1, output: 10}, 'anthropic:c': {input: 2, output: 20}}\n${settings}`,
  });
  return { server, workspace, assay: (...args) => runAssay(args, { cwd: workspace.folder }) };
}
