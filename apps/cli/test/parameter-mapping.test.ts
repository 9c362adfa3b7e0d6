import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { askedTarget, HELLO } from './support/projects/asked-target.js';
import { createWorkspace } from './support/projects/workspace.js';

test.each([
  ['{max_token: token_limit}', 'parameter_mapping renames "max_token", which no request has; did you mean max_tokens?'],
  ['{max_tokens: x, temperature: x}', 'parameter_mapping renames both max_tokens and temperature to "x", and a request has one value of a name'],
  ['{max_tokens: x, maxTokens: y}', 'parameter_mapping gives one parameter two names, as max_tokens and as maxTokens: "x" and "y"'],
])('a mapping that does nothing, or loses a parameter, is an error at its place: %s', async (mapping, message) => {
  const { folder } = await createWorkspace({ 'configs/t.yaml': `name: t\nprovider: openai\nmodel: gpt-4o-mini\nmax_tokens: 5\ntemperature: 0.5\nparameter_mapping: ${mapping}\n` });
  const { stdout, stderr, exitCode } = await runAssay(['validate', 'configs'], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stdout + stderr).toContain(message);
  expect(stdout + stderr).toMatch(/configs\/t\.yaml:6:\d+: error/u);
});

test.each([
  ['openai-compatible', HELLO.chat, '{maxTokens: limit, max_tokens: limit, temperature: heat, random_seed: s, stopSequences: ends}', { limit: 50, heat: 0.5, s: 3, ends: ['x'] }],
  ['anthropic', HELLO.anthropic, '{max_output_tokens: limit, stop_sequences: ends}', { limit: 50, temperature: 0.5, ends: ['x'] }],
  ['openai-compatible', HELLO.chat, '{temperature: heat, top_k: k, frequencyPenalty: f, anything: a}', { heat: 0.5, max_tokens: 50 }],
])('one that is right renames what %s is sent', async (provider, answer, mapping, sent) => {
  const asked = await askedTarget({ provider, answer, options: `, max_tokens: 50, temperature: 0.5, stop: [x]${provider === 'anthropic' ? '' : ', seed: 3'}, parameter_mapping: ${mapping}` });
  expect(asked.sent).toMatchObject(sent);
});
