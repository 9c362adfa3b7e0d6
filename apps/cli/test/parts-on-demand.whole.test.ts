import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMAND, DIST, NEEDED_BY_RUNS, readBy, readIn } from './support/commands/loaded-parts.js';
import { startModelServer } from './support/servers/model-server.js';
import { createWorkspace } from './support/projects/workspace.js';

test.each([
  ['names and nothing else does without the engine of templates', 'Answer {{ question }}', 'contains: {{answer}}', false],
  ['a filter takes it', 'Answer {{ question | upper }}', 'contains: {{answer}}', true],
  ['a filter in a row takes it', 'Answer {{ question }}', 'contains: {{ answer | upper }}', true],
])('a table whose texts have %s', async (_, prompt, expected, takesEngine) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const table = join(folder, 'data.csv');
  await writeFile(table, `question,answer,__expected\nWho?,Ann,${expected}\n`);
  await writeFile(join(folder, 'data.yaml'), `prompts: ['${prompt}']\n`);
  const { names } = await readBy(COMMAND, 'validate', table);
  expect(names).toEqual(expect.arrayContaining(['validate', 'papaparse']));
  expect(names.includes('liquid.node')).toBe(takesEngine);
  expect(names.filter((name) => NEEDED_BY_RUNS.test(name))).toEqual([]);
});

test.each([
  { provider: 'openai', sdk: 'openai', most: 50 },
  { provider: 'anthropic', sdk: 'sdk', most: 120 },
  { provider: 'google', sdk: undefined, most: 0 },
])('what asks $provider is a little of an SDK, and the client of Node without all that fetch takes', async ({ provider, sdk, most }) => {
  const { url, requests } = await startModelServer(() => 'the answer is 42');
  const { folder } = await createWorkspace({
    '.assay/targets.yaml': `targets: [{ name: api, provider: ${provider}, model: m, endpoint: '${url}', api_key: secret-key-of-a-test }]`,
    'asked.yaml': 'evalcases: [{ id: one, input: what is it?, expected_outcome: says 42, evaluators: [{ type: contains, value: "42" }] }]',
  });
  const { names, builtins } = await readIn(folder, COMMAND, 'run', 'asked.yaml', '--target', 'api');
  expect(requests).toHaveLength(1);
  const sdks = names.filter((name) => /^(?:sdk|openai)$/u.test(name));
  expect(sdks).toEqual(sdk === undefined ? [] : [sdk]);
  for (const name of sdks) expect((await stat(new URL(`parts/${name}.js`, DIST))).size / 1000).toBeLessThan(most);
  expect(builtins).toContain('http');
  expect(builtins.filter((name) => ['internal/deps/undici/undici', 'internal/webstreams/readablestream', 'http2', 'tls', 'worker_threads'].includes(name))).toEqual([]);
});
