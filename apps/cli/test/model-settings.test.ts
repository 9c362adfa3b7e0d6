import { describe, expect, test } from 'vitest';
import { startModelServer } from './support/servers/model-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Every setting that the format of model configs lists. */
const SETTINGS = `
task_type: text-classification
system_prompt: You are a sentiment classifier.
temperature: 0.3
max_tokens: 50
batch_size: 8
seed: 42
num_labels: 3
fine_tuned_weights: ./models/fine_tuned_v1
`;

const SUITE = `
evaluators: [{ type: contains, value: ok }]
evalcases: [{ id: a, expected_outcome: x, input: Classify this }]
`;

const LOCAL = ['task_type', 'batch_size', 'num_labels', 'fine_tuned_weights'];

describe.each([
  ['openai', LOCAL],
  ['anthropic', [...LOCAL, 'seed']],
  ['google', LOCAL],
  ['mistral', LOCAL],
  ['openrouter', LOCAL],
  ['together', LOCAL],
  ['xai', LOCAL],
  ['ollama', LOCAL],
  ['openai-compatible', LOCAL],
  ['azure', LOCAL],
])('a config of %s', (provider, unused) => {
  test('may state all settings: those it can use are sent, the others are notes, also under --strict', async () => {
    const server = await startModelServer(() => 'ok');
    const endpoint = provider === 'anthropic' || provider === 'google' || provider === 'azure' ? server.url : `${server.url}/v1`;
    const workspace = await createWorkspace({
      'suite.yaml': SUITE,
      'configs/all.yaml': `name: all\nprovider: ${provider}\nmodel: some-model\nendpoint: ${endpoint}\napi_key: test-key-0123456789\n${SETTINGS}`,
    });
    const args = ['run', 'suite.yaml', '--target', 'configs/all.yaml', '--strict', '--verbose', '--max-retries', '0'];
    const finished = await runAssay(args, { cwd: workspace.folder });
    expect(finished.exitCode).toBe(0);
    for (const key of [...LOCAL, 'system_prompt', 'temperature', 'max_tokens', 'seed']) {
      const note = `${key} has no meaning for provider ${provider}`;
      if (unused.includes(key)) expect(finished.stderr).toContain(note);
      else expect(finished.stderr).not.toContain(note);
    }
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).toContain('You are a sentiment classifier.');
    expect(sent).toMatch(/"temperature":0.3/u);
    expect(sent).toMatch(/(?:max_tokens|maxOutputTokens)":50/u);
    if (!unused.includes('seed')) expect(sent).toMatch(/seed":42/u);
    expect(sent).not.toMatch(/batch_size|num_labels|task_type|fine_tuned/u);
  });
});

test('a program is told what it may want to know', async () => {
  const workspace = await createWorkspace({
    'show.mjs': `
import { readFileSync } from 'node:fs';
const { ASSAY_TEMPERATURE, ASSAY_MAX_TOKENS, ASSAY_SEED } = process.env;
console.log('ok', ASSAY_TEMPERATURE, ASSAY_MAX_TOKENS, ASSAY_SEED, readFileSync(0, 'utf8'));
`,
    'suite.yaml': SUITE,
    'configs/program.yaml': `name: program\nprovider: cli\ncommand: [node, show.mjs]\n${SETTINGS}`,
  });
  const finished = await runAssay(['run', 'suite.yaml', '--target', 'configs/program.yaml', '--strict', '--verbose'], { cwd: workspace.folder });
  expect(finished.exitCode).toBe(0);
  const [row] = await workspace.rows();
  expect(row?.output?.text).toBe('ok 0.3 50 42 @[System]:\nYou are a sentiment classifier.\n\n@[User]:\nClassify this');
  expect(row?.input[0]).toEqual({ role: 'system', content: 'You are a sentiment classifier.' });
  expect(finished.stderr).toContain('batch_size has no meaning for provider cli');
});
