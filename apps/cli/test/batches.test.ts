import { startBatchServer, type BatchServer, type BatchServerOptions } from '@assay/schema/testing';
import { afterEach, expect, test } from 'vitest';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Project {
  readonly server: BatchServer;
  readonly workspace: Workspace;
  assay(...args: readonly string[]): ReturnType<typeof runAssay>;
}

const SUITE = `description: Two questions
execution: {target: bot}
evalcases:
  - {id: one, expected_outcome: says 42, input: first question, evaluators: [{type: contains, value: '42'}]}
  - {id: two, expected_outcome: says 42, input: second question, evaluators: [{type: contains, value: '42'}]}
`;

async function project(options: BatchServerOptions, suite = SUITE, more = ''): Promise<Project> {
  const server = await startBatchServer(options);
  cleanUps.push(server.close);
  const workspace = await createWorkspace({
    'evals/a.yaml': suite,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: sk-very-secret-1}\n${more}`,
    '.assay/config.yaml': "prices: {'openai:m': {input: 10, output: 100}}\n",
  });
  return { server, workspace, assay: (...args) => runAssay(args, { cwd: workspace.folder }) };
}

test('a run in batches is submitted, left with exit 3 and collected by --resume', async () => {
  let done = false;
  const { assay, server, workspace } = await project({ answer: () => 'it is 42', done: () => done });
  const begun = await assay('run', 'evals/a.yaml', '--batch');
  expect(begun.exitCode).toBe(3);
  expect(server.asked).toEqual([]);
  const waiting = await assay('run', '--resume');
  expect(waiting.exitCode).toBe(3);
  done = true;
  const end = await assay('run', '--resume');
  expect(end.exitCode).toBe(0);
  expect(server.batches).toHaveLength(1);
  expect(server.asked).toHaveLength(2);
  expect(await workspace.rows()).toMatchObject([{ costUsd: 0.01, latencyMs: null }, { costUsd: 0.01 }]);
});
