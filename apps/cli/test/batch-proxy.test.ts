import { expect, test } from 'vitest';
import { HOST, project, testBatchesBehindProxy } from './support/projects/batches-behind-proxy.js';

testBatchesBehindProxy([
  ['openai', 'bot', 'HTTP_PROXY'],
]);

test('what NO_PROXY names is asked without it, in batches too, and a proxy that is not there is an error of the network', async () => {
  const { server, proxy, assay } = await project();
  const run = (env: Readonly<Record<string, string>>) => assay(['run', 'a.jsonl', '--limit', '1', '--target', 'bot', '--batch', '--wait', '0.05', '--max-retries', '0'], env);
  const around = await run({ HTTP_PROXY: proxy.url, NO_PROXY: HOST });
  const gone = await run({ HTTP_PROXY: 'http://127.0.0.1:9' });
  for (const { exitCode, stderr } of [around, gone]) expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
  expect([proxy.opened(), server.calls]).toEqual([0, []]);
});
