import { describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from './support/servers/model-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

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

/** The settings that have no meaning for each of these providers. */
const UNUSED = {
  openai: LOCAL,
  anthropic: [...LOCAL, 'seed'],
  google: LOCAL,
  mistral: LOCAL,
  openrouter: LOCAL,
  together: LOCAL,
  xai: LOCAL,
  ollama: LOCAL,
  'openai-compatible': LOCAL,
  azure: LOCAL,
} as const;

const atEnd = removeAtEnd();

/** One run of all of them; each has a server of its own. */
async function runOfAll() {
  const servers = new Map<string, ModelServer>();
  const files: Record<string, string> = { 'suite.yaml': SUITE };
  for (const provider of Object.keys(UNUSED)) {
    const server = await startModelServer(() => 'ok', atEnd);
    servers.set(provider, server);
    const endpoint = provider === 'anthropic' || provider === 'google' || provider === 'azure' ? server.url : `${server.url}/v1`;
    files[`configs/${provider}.yaml`] = `name: all-of-${provider}\nprovider: ${provider}\nmodel: some-model\nendpoint: ${endpoint}\napi_key: test-key-0123456789\n${SETTINGS}`;
  }
  const workspace = await createWorkspace(files, atEnd);
  const targets = [...servers.keys()].flatMap((provider) => ['--target', `configs/${provider}.yaml`]);
  const finished = await runAssay(['run', 'suite.yaml', ...targets, '--strict', '--verbose', '--max-retries', '0'], { cwd: workspace.folder });
  return { finished, servers, rows: await workspace.rows() };
}

let ofAll: ReturnType<typeof runOfAll> | undefined;

describe.each(Object.entries(UNUSED))('a config of %s', (provider, unused) => {
  test('may state all settings: those it can use are sent, the others are notes, also under --strict', async () => {
    const { finished, servers, rows } = await (ofAll ??= runOfAll());
    expect(rows.find(({ target }) => target === `all-of-${provider}`)).toMatchObject({ status: 'ok', verdict: 'pass' });
    expect(finished.exitCode).toBe(0);
    for (const key of [...LOCAL, 'system_prompt', 'temperature', 'max_tokens', 'seed']) {
      // The name of one provider begins with that of another one.
      const note = new RegExp(`^configs/${provider}\\.yaml:\\d+:\\d+: .*\\b${key} has no meaning for provider ${provider}(?![\\w-])`, 'mu');
      if (unused.some((one) => one === key)) expect(finished.stderr).toMatch(note);
      else expect(finished.stderr).not.toMatch(new RegExp(`${key} has no meaning for provider ${provider}(?![\\w-])`, 'u'));
    }
    const requests = servers.get(provider)?.requests ?? [];
    expect(requests).toHaveLength(1);
    const sent = JSON.stringify(requests[0]?.body);
    expect(sent).toContain('You are a sentiment classifier.');
    expect(sent).toMatch(/"temperature":0.3/u);
    expect(sent).toMatch(/(?:max_tokens|maxOutputTokens)":50/u);
    if (!unused.some((one) => one === 'seed')) expect(sent).toMatch(/seed":42/u);
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
