import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const asked: string[] = [];
/** A classifier behind an endpoint: how friendly a text is stands in it. */
const server = createServer(async (request, response) => {
  const { inputs } = JSON.parse(await text(request)) as { inputs: string | readonly string[] };
  const [input = ''] = [inputs].flat();
  asked.push(input);
  const friendly = Number(/\d\.\d+/u.exec(input)?.[0]);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify([[{ label: 'friendly', score: friendly }, { label: 'rude', score: 1 - friendly }]]));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const project = (assert: string) =>
  createWorkspace({
    '.assay/targets.yaml': `targets:\n  - { name: tone, provider: huggingface, model: tone, url: 'http://127.0.0.1:${(server.address() as AddressInfo).port}/tone', api_key: k }\n`,
    'data.csv': 'question,expected\nI am 0.75 kind,friendly\nI am 0.25 kind,RUDE\n',
    'data.yaml': `prompts: ['Well: {{question}}']\nassert:\n${assert}`,
  });

test('a reply is handed to the target that an assertion names, and scored by how likely its label is', async () => {
  const { folder, rows } = await project(
    '  - { type: classifier, provider: tone }\n  - { type: classifier, target: tone, value: friendly, threshold: 0.8, metric: kind }\n  - { type: not-classifier, provider: tone, value: rude, threshold: 0.9, metric: not rude }\n',
  );
  const { exitCode, stderr } = await runAssay(['run', 'data.csv', '--target', 'mock', '--out', 'out', '--concurrency', '1'], { cwd: folder });
  expect(exitCode, stderr).toBe(1);
  expect(asked).toContain('Well: I am 0.75 kind');
  expect((await rows('out')).map(({ evaluators }) => evaluators.map(({ name, score, verdict }) => [name, score, verdict]))).toEqual([
    [['classifier', 0.75, 'pass'], ['kind', 0.75, 'fail'], ['not rude', 0.75, 'pass']],
    [['classifier', 0.75, 'pass'], ['kind', 0.25, 'fail'], ['not rude', 0.25, 'pass']],
  ]);
});

test.each([
  ['a target that there is none of', '  - { type: classifier, provider: tune, value: friendly }\n', 2, 'there is no target "tune"'],
  ['no target', '  - { type: classifier, value: friendly }\n', 2, 'model is required; it is the target that classifies'],
  ['a label that the classifier does not have', '  - { type: classifier, provider: tone, value: cheerful }\n', 3, 'the classifier has no label "cheerful"; it has friendly, rude'],
])('%s is said, and is no failed case', async (_, assert, code, message) => {
  const { folder } = await project(assert);
  const { exitCode, stdout, stderr } = await runAssay(['run', 'data.csv', '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect(stdout + stderr).toContain(message);
  expect(exitCode).toBe(code);
});
