import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { runAgainst } from './support/projects/odd-server.js';
import { createWorkspace } from './support/projects/workspace.js';
import { startChatServer } from './support/servers/chat-server.js';

const refused = async (status: number, body: unknown, provider?: string) => {
  const said = typeof body === 'string' ? body : JSON.stringify(body);
  const { exitCode, stdout, row } = await runAgainst({ status, body: said }, '', provider);
  expect(exitCode).toBe(3);
  expect(row).toMatchObject({ score: null, verdict: null });
  return { message: row?.error?.message?.replace(/^.*\): /u, ''), hint: row?.error?.hint, stdout };
};

describe('what a server says of a request that it refuses is shown, in whichever form it says it', () => {
  test.each<[string, number, unknown, string]>([
    ['a detail', 404, { detail: 'Model m is not deployed here' }, 'HTTP 404: Model m is not deployed here'],
    ['details with places', 422, { detail: [{ loc: ['body', 'messages'], msg: 'field required', type: 'missing' }, { loc: ['body', 'top_p'], msg: 'too high' }] }, 'HTTP 422: body.messages: field required; body.top_p: too high'],
    ['details in a message', 422, { object: 'error', message: { detail: [{ loc: ['body', 'foo'], msg: 'Extra inputs are not permitted', type: 'extra' }] }, type: 'invalid_request_error' }, 'HTTP 422: body.foo: Extra inputs are not permitted (invalid_request_error)'],
    ['a message', 404, { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', param: null, code: 404 }, 'HTTP 404: The model `m` does not exist. (NotFoundError)'],
    ['a message of a gateway', 403, { Message: 'User is not authorized' }, 'HTTP 403: User is not authorized'],
    ['a title and a detail', 400, { type: 'about:blank', title: 'Bad thing', status: 400, detail: 'the size is wrong' }, 'HTTP 400: Bad thing: the size is wrong'],
    ['an error that is a text', 404, { error: 'model "m" not found, try pulling it first' }, 'HTTP 404: model "m" not found, try pulling it first'],
    ['an error, and more of it beside', 400, { error: 'Bad Request', message: 'temperature must be below 1' }, 'HTTP 400: Bad Request: temperature must be below 1'],
    ['no error, and a message', 400, { error: null, message: 'real words' }, 'HTTP 400: real words'],
    ['a list of errors', 400, { success: false, errors: [{ code: 7003, message: 'No route for that URI' }] }, 'HTTP 400: No route for that URI'],
    ['errors in a list', 400, [{ error: { code: 400, message: 'listed', status: 'INVALID_ARGUMENT' } }], 'HTTP 400: listed'],
    ['what another server said', 400, { error: { message: 'Provider returned error', code: 400, metadata: { raw: '{"error":{"message":"top_k: too low"}}', provider_name: 'X' } } }, 'HTTP 400: Provider returned error: top_k: too low'],
    ['a code alone', 404, { error: { code: 'DeploymentNotFound' } }, 'HTTP 404: DeploymentNotFound'],
    ['a text', 400, '"just a text"', 'HTTP 400: just a text'],
    ['an object without words', 400, { ok: false }, 'HTTP 400: {"ok":false}'],
    ['a page', 502, '<!DOCTYPE html><html><head><title>Bad Gateway</title></head><body><h1>Bad</h1></body></html>', 'HTTP 502: a page of HTML, "Bad Gateway"'],
    ['no words', 500, '', 'HTTP 500: (no body)'],
    ['more within each other than is read', 400, '['.repeat(2_000), 'HTTP 400: (its body could not be read)'],
  ])('%s', async (_, status, body, words) => {
    const { message, stdout } = await refused(status, body);
    expect(message).toBe(words);
    expect(stdout).toContain(words);
  });

  test.each(['openai', 'mistral', 'xai', 'together', 'openrouter', 'ollama'])('also by %s', async (provider) => {
    expect((await refused(404, { detail: 'Model m is not deployed here' }, provider)).message).toBe('HTTP 404: Model m is not deployed here');
  });

  test('keys in it are not', async () => {
    expect((await refused(400, { detail: 'you sent sk-test-0123456789 to us' })).message).toBe('HTTP 400: you sent [redacted] to us');
  });
});

describe('the advice suits what was said', () => {
  test.each<[string, unknown, string]>([
    ['a prompt that is too long', { error: { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' } }, '"m" cannot read so much at once: shorten the prompt, or lower max_tokens if that is counted with it'],
    ['one that is too long for Claude', { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 250000 tokens > 200000 maximum' } }, '"m" cannot read so much at once: shorten the prompt, or lower max_tokens if that is counted with it'],
    ['a wrong key, of xAI', { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: sk***89.' }, 'check api_key of the target: it must be valid for'],
    ['no credit', { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } }, 'the account has no credit left: top it up, or use another target'],
    ['anything else', { error: { message: 'top_k is unknown' } }, 'a parameter may not suit "m"; parameters: {name: null} leaves one out'],
  ])('%s', async (_, body, advice) => {
    expect((await refused(400, body)).hint).toContain(advice);
  });
});

test('a deployment of a model that reasons takes the limit of tokens by its newer name, and the hint says how to write it', async () => {
  const message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  const { hint } = await refused(400, { error: { message, type: 'invalid_request_error', param: 'max_tokens', code: 'unsupported_parameter' } }, 'azure');
  expect(hint).toBe('write parameter_mapping: {max_tokens: max_completion_tokens} into the target: its model takes the limit of tokens by its newer name only');
});

test('a refusal that is packed in a way that is not known is one by its status', async () => {
  const { row, exitCode } = await runAgainst({ status: 429, headers: { 'content-encoding': 'snappy' }, body: '{"error":{"message":"slow down"}}' });
  expect({ exitCode, error: row?.error }).toMatchObject({ exitCode: 3, error: { code: 'rate_limit', status: 429, message: expect.stringContaining('HTTP 429: (its body could not be read)') } });
});

test('fewer requests are asked for where who reads it can say so: in the settings of a target, or by options where nobody has written one', async () => {
  const body = '{"error":{"message":"slow down"}}';
  expect((await refused(429, body)).hint).toBe('set requests_per_minute or workers of the target lower, or wait');
  const { url } = await startChatServer(() => ({ status: 429, body }));
  const workspace = await createWorkspace({ 's.yaml': 'evalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n' });
  const { exitCode, stdout } = await runAssay(['run', 's.yaml', '--target', 'openai:gpt-4o-mini', '--max-retries', '0'], { cwd: workspace.folder, env: { OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: url } });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('fix: set --requests-per-minute or --concurrency lower, or wait');
});
