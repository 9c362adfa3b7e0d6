import { startBatchServer, type BatchServer, type BatchServerOptions } from '@assay/schema/testing';
import { afterEach, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const SUITE = `execution: {target: bot}
evalcases:
  - {id: one, expected_outcome: says 42, input: first question, evaluators: [{type: contains, value: '42'}]}
  - {id: two, expected_outcome: says 42, input: second question, evaluators: [{type: contains, value: '42'}]}
`;

async function project(options: Partial<BatchServerOptions>) {
  const server: BatchServer = await startBatchServer({ answer: () => 'it is 42', ...options });
  cleanUps.push(server.close);
  const workspace = await createWorkspace({
    'evals/a.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: sk-aaaaaaaa, max_retries: 1}\n  - {name: kind, provider: anthropic, model: c, endpoint: '${server.url}', api_key: sk-aaaaaaaa, max_retries: 1}\n`,
  });
  return { server, workspace, assay: (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder }) };
}

test('results in whose place something else comes are read another time, and nothing is asked twice', async () => {
  let broken = true;
  const { server, assay } = await project({ fault: ({ path }) => (broken && path.endsWith('/content') ? { status: 200, message: 'log in first' } : undefined) });
  await assay('run', 'evals', '--batch');
  const lost = await assay('run', '--resume');
  expect(lost).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 trials wait for batches') });
  expect(lost.stderr).toContain('the results of a batch could not be read');
  broken = false;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect([server.batches.length, server.asked.length]).toEqual([1, 2]);
});

test.each([
  ['an empty result', {}],
  ['a result of a kind that nobody knows', { type: 'postponed' }],
  ['an error without a reason', { type: 'errored', error: null }],
])('a line of the results of anthropic with %s is no answer, says so, and is asked again', async (_, result) => {
  const { server, assay, workspace } = await project({
    fault({ path }) {
      if (!path.endsWith('/results') || server.batches.length > 1) return undefined;
      return { status: 200, body: (server.batches[0]?.items ?? []).map(({ id }) => JSON.stringify({ custom_id: id, result })).join('\n') };
    },
  });
  await workspace.write({ 'evals/a.yaml': SUITE.replace('{target: bot}', '{target: kind}') });
  const one = await assay('run', 'evals', '--batch', '--wait', '0.05', '--max-retries', '0', '--out', 'runs/one');
  expect(one).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('a line of the results has neither a reply nor an error') });
  expect(one.stdout).not.toContain('Cannot read');
  expect(one.stdout).toContain('it stands so among the results of a batch');
  expect(await assay('run', '--resume', 'runs/one', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
});

test('a reply among the results that is none is told as that, and not as the page of a login or a proxy', async () => {
  const { server, assay, workspace } = await project({
    fault({ path }) {
      if (!path.endsWith('/content') || server.batches.length > 1) return undefined;
      return { status: 200, body: (server.batches[0]?.items ?? []).map(({ id }) => JSON.stringify({ custom_id: id, response: { status_code: 200, body: { nothing: 1 } } })).join('\n') };
    },
  });
  expect(await assay('run', 'evals', '--batch', '--wait', '0.05', '--out', 'runs/one')).toMatchObject({ exitCode: 3 });
  for (const row of await workspace.rows('runs/one')) {
    expect(row.error).toMatchObject({ message: expect.stringContaining('the reply has no choices'), hint: expect.stringContaining('it stands so among the results of a batch: go on with the run') });
  }
  expect(await assay('run', '--resume', 'runs/one', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
});

test.each([
  ['bot', '/v1/chat/completions', '{"error":{}}', 'the API reported'],
  ['kind', '/v1/messages', '{"error":{}}', 'the API reported'],
  ['kind', '/v1/messages', '{"type":"error"}', 'the API reported: an error, and not which'],
])('an error of %s without a word about it is said to be that', async (target, path, body, said) => {
  const { assay } = await project({ fault: (call) => (call.path === path ? { status: 200, body } : undefined) });
  const { exitCode, stdout } = await assay('run', 'evals', '--target', target, '--max-retries', '0');
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringContaining(said) });
  expect(stdout).not.toContain('Cannot read');
});

test.each([
  ['how far it is', '/batches/'],
  ['its results', '/content'],
])('a batch is not given up for a page of a proxy that comes in place of %s', async (_, part) => {
  let broken = true;
  const { server, assay } = await project({ fault: ({ path }) => (broken && path.includes(part) ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Not Found</h1>' } : undefined) });
  await assay('run', 'evals', '--batch');
  const lost = await assay('run', '--resume');
  expect(lost).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 trials wait for batches') });
  expect(lost.stderr).toContain('HTTP 404');
  expect(lost.stderr).not.toContain('asked again');
  broken = false;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect([server.batches.length, server.asked.length]).toEqual([1, 2]);
});

const PLAIN = { status: 404, body: '{"detail":"Not Found"}' };
const NO_BATCHES = { status: 200, body: '{"object":"list","data":[],"has_more":false}' };

test.each([
  ['openai', 'bot', '/v1/batches'],
  ['anthropic', 'kind', '/v1/messages/batches'],
])('a batch of %s that is on no list of the API any more is gone, whatever the words in which that is said', async (_, target, list) => {
  let gone = true;
  const { server, assay } = await project({
    fault({ method, path }) {
      if (!gone || method !== 'GET' || !path.startsWith(list)) return undefined;
      return path.startsWith(`${list}?`) ? NO_BATCHES : PLAIN;
    },
  });
  await assay('run', 'evals', '--target', target, '--batch');
  const lost = await assay('run', '--resume');
  expect(lost).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 trials wait for batches') });
  expect(lost.stderr).toContain('a batch is not there any more, and what it was asked is asked again');
  gone = false;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(2);
});

test('where the lists cannot be read either, a warning says what to do, and that gives the batch up', async () => {
  let gone = true;
  const { server, assay } = await project({ fault: ({ method, path }) => (gone && method === 'GET' && path.startsWith('/v1/batches') ? PLAIN : undefined) });
  await assay('run', 'evals', '--batch');
  const lost = await assay('run', '--resume');
  expect(lost).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 trials wait for batches') });
  expect(lost.stderr).toContain('the API does not tell whether it is still there');
  expect(lost.stderr).toContain('--cancel-batches');
  expect(server.batches).toHaveLength(1);
  await assay('run', '--resume', '--cancel-batches');
  gone = false;
  await assay('run', '--resume');
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(2);
});

test('a list whose pages go round in circles says nothing of a batch', async () => {
  let broken = true;
  const circle = { status: 200, body: '{"object":"list","data":[{"id":"batch_other","created_at":1}],"has_more":true}' };
  const { server, assay } = await project({ fault: ({ method, path }) => (broken && method === 'GET' && path.startsWith('/v1/batches') ? (path.includes('?') ? circle : PLAIN) : undefined) });
  await assay('run', 'evals', '--batch');
  expect((await assay('run', '--resume')).stderr).toContain('the API does not tell whether it is still there');
  expect(server.calls.filter((call) => call.startsWith('GET /v1/batches?')).length).toBeLessThan(10);
  broken = false;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});

test.each([
  ['openai', 'bot', '/v1/batches', 'after'],
  ['anthropic', 'kind', '/v1/messages/batches', 'after_id'],
])('a batch of %s behind the first page of a list that does not say whether there are more is there', async (_, target, list, after) => {
  let broken = true;
  let paged = true;
  const page = (...ids: readonly string[]) => ({ status: 200, body: JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, created_at: '2026-01-01T00:00:00Z' })) }) });
  const { server, assay } = await project({
    fault({ method, path }) {
      if (!broken || method !== 'GET' || !path.startsWith(list)) return undefined;
      if (!path.startsWith(`${list}?`)) return PLAIN;
      if (!paged) return page('newest');
      return path.includes(`${after}=oldest`) ? page() : path.includes(`${after}=newest`) ? page('batch_1', 'oldest') : page('newest');
    },
  });
  await assay('run', 'evals', '--target', target, '--batch');
  const there = await assay('run', '--resume');
  expect(there).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('2 trials wait for batches'), stderr: expect.not.stringContaining('asked again') });
  // One that has but this page, and does not say so, does not tell what is behind it.
  paged = false;
  expect((await assay('run', '--resume')).stderr).toContain('the API does not tell whether it is still there');
  broken = false;
  expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});

test.each([
  ['was cancelled', { cancels: true }, 'cancelled before the request was answered'],
  ['expired', { answer: ({ batch }) => (batch === 1 ? 'EXPIRED' : 'it is 42') }, 'expired before the request was answered'],
  ['failed for a limit', { failure: (batch) => (batch === 1 ? { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' } : undefined) }, 'Enqueued token limit reached'],
] satisfies readonly (readonly [string, Partial<BatchServerOptions> & { readonly cancels?: boolean }, string])[])('that a batch %s is said once, with what becomes of it', async (_, { cancels = false, ...options }: Partial<BatchServerOptions> & { readonly cancels?: boolean }, why) => {
  const { server, assay } = await project({ done: (batch) => batch > 1 || !cancels, ...options });
  await assay('run', 'evals', '--batch');
  if (cancels) await fetch(`${server.url}/v1/batches/batch_1/cancel`, { method: 'POST' });
  const again = await assay('run', '--resume');
  expect(again.exitCode).toBe(3);
  const said = again.stderr.match(/target "bot": a batch ended without all answers, and what it did not answer is asked again: batch_1, 2 of 2 requests: .*/gu) ?? [];
  expect(said).toEqual([expect.stringContaining(why)]);
  const end = await assay('run', '--resume');
  expect(end).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('asked again') });
  // Where there was no room for both, they go alone.
  expect(server.batches.map(({ items }) => items.length)).toEqual(options.failure ? [2, 1, 1] : [2, 2]);
});

const FULL = { status: 'failed', errors: { data: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached' }] } };

test.each([
  ['after some of it was answered is collected, and none of that is asked again', { output_file_id: 'half', request_counts: { total: 2, completed: 1, failed: 0 } }, [2, 1]],
  ['and counts all that it was asked as failed goes in halves', { request_counts: { total: 2, completed: 0, failed: 2 } }, [2, 1, 1]],
])('a batch that fails for a limit %s', async (_, half, sizes) => {
  const { server, workspace, assay } = await project({
    fault({ method, path }) {
      if (method === 'GET' && path === '/v1/batches/batch_1') return { status: 200, body: JSON.stringify({ id: 'batch_1', ...FULL, ...half }) };
      if (!path.startsWith('/v1/files/half')) return undefined;
      const body = { id: 'r', object: 'chat.completion', model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'it is 42' }, finish_reason: 'stop' }] };
      return { status: 200, body: `${JSON.stringify({ custom_id: server.batches[0]?.items[0]?.id, response: { status_code: 200, body } })}\n` };
    },
  });
  const { exitCode, stdout, stderr } = await assay('run', 'evals', '--batch', '--wait', '0.05');
  expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('can be read') });
  expect(server.batches.map(({ items }) => items.length)).toEqual(sizes);
  expect((await workspace.rows()).map(({ status }) => status)).toEqual(['ok', 'ok']);
});

test('a request that is refused alone has its row with the next process, and is not submitted again', async () => {
  const { server, workspace, assay } = await project({ fault: ({ path, body }) => (path === '/v1/files' && body.includes('second question') ? { status: 400, message: 'not this one' } : undefined) });
  expect(await assay('run', 'evals', '--batch')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('1 request to "bot"') });
  const end = await assay('run', '--resume');
  expect(end).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('HTTP 400: not this one') });
  expect((await workspace.rows()).map(({ caseId, verdict }) => [caseId, verdict]).toSorted()).toEqual([['one', 'pass'], ['two', null]]);
  expect(server.calls.filter((call) => call === 'POST /v1/files')).toHaveLength(3);
});

test('a run whose requests are all refused has its rows at once', async () => {
  const { assay, workspace } = await project({ fault: ({ path }) => (path === '/v1/files' ? { status: 400, message: 'none of these' } : undefined) });
  expect(await assay('run', 'evals', '--batch')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('HTTP 400: none of these') });
  expect(await workspace.rows()).toHaveLength(2);
});

test('a submission that is refused takes nothing of the budget, however often', async () => {
  let refusing = true;
  const { assay, server, workspace } = await project({ fault: ({ path }) => (refusing && path === '/v1/files' ? { status: 401, message: 'wrong key' } : undefined) });
  await workspace.write({ '.assay/targets.yaml': (await workspace.read('.assay/targets.yaml')).replace('model: m,', 'model: m, max_tokens: 100,') });
  // Both requests may take some 130 tokens each.
  await assay('run', 'evals', '--batch', '--max-tokens', '400');
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 3, stdout: expect.not.stringContaining('stopped by') });
  }
  refusing = false;
  expect(await assay('run', '--resume', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
  expect([server.batches.length, server.asked.length]).toEqual([1, 2]);
});

test('who waits with a wrong key is told so once, and leaves after some looks', async () => {
  let wrong = false;
  const { server, assay } = await project({ fault: ({ method }) => (wrong && method === 'GET' ? { status: 401, message: 'wrong key' } : undefined) });
  await assay('run', 'evals', '--batch');
  wrong = true;
  const waited = await assay('run', '--resume', '--wait', '0.02');
  expect(waited.exitCode).toBe(3);
  expect(waited.stderr.match(/it is not known how far a batch is: target "bot" \([^\n]*HTTP 401: wrong key/gu)).toHaveLength(1);
  wrong = false;
  expect(await assay('run', '--resume', '--wait', '0.02')).toMatchObject({ exitCode: 0 });
  expect(server.batches).toHaveLength(1);
});
