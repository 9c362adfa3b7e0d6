import { describe, expect, test } from 'vitest';
import { startModelServer, type Arrived, type ModelAnswer, type ModelServer } from './support/servers/model-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const BLUEPRINT = `
title: Greetings
---
- id: hello
  prompt: Say hello
  should: [It is polite]
`;

const FULL = JSON.stringify({ reflection: 'Polite.', classification: 'FULLY_MET' });

function modelOf({ body }: Arrived): unknown {
  return body['model'];
}

/** A project whose default judges are down, so that the backup is asked, all on one server. */
async function projectWith(config: string): Promise<{ workspace: Workspace; server: ModelServer }> {
  const server = await startModelServer((arrived): ModelAnswer => {
    if (arrived.path.includes('messages')) return FULL;
    return { status: 503 };
  });
  const defaults = ['openrouter:qwen/qwen3-30b-a3b-instruct-2507', 'openrouter:openai/gpt-oss-120b'].map(
    (name) => `  - { name: '${name}', provider: openrouter, model: '${name}', endpoint: '${server.url}/v1', api_key: test-key-0123 }`,
  );
  const workspace = await createWorkspace({
    'greetings.yml': BLUEPRINT,
    '.assay/config.yaml': config,
    '.assay/targets.yaml': `targets:\n  - { name: agent, provider: mock, reply: 'Hello!' }\n${defaults.join('\n')}\n`,
  });
  return { workspace, server };
}

const RUN = ['run', 'greetings.yml', '--target', 'agent', '--max-retries', '0', '--out', 'run'];

function envFor({ url }: ModelServer): Record<string, string> {
  return { ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: url };
}

describe('the backup of the default panel', () => {
  test('is retired at its provider: its successor is asked under its id, with a warning, also with --strict', async () => {
    const { workspace, server } = await projectWith('');
    const finished = await runAssay([...RUN, '--strict'], { cwd: workspace.folder, env: envFor(server) });
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).toContain('anthropic:claude-3.5-haiku was retired on 2026-02-19: anthropic:claude-haiku-4-5 is asked instead');
    expect(server.requests.filter(({ path }) => path.includes('messages')).map(modelOf)).toEqual(['claude-haiku-4-5']);
    const [row] = await workspace.rows('run');
    const votes = row?.evaluators[0]?.points?.[0]?.judges ?? [];
    expect(votes.at(-1)).toMatchObject({ id: 'holistic-claude-3.5-haiku', model: 'anthropic:claude-haiku-4-5', backup: true, score: 1 });
  });

  test('is another one where model_aliases say so, without a word', async () => {
    const { workspace, server } = await projectWith("model_aliases: { 'anthropic:claude-3.5-haiku': 'anthropic:claude-sonnet-4-6' }\n");
    const finished = await runAssay(RUN, { cwd: workspace.folder, env: envFor(server) });
    expect(finished.exitCode).toBe(0);
    expect(finished.stderr).not.toContain('retired');
    expect(server.requests.filter(({ path }) => path.includes('messages')).map(modelOf)).toEqual(['claude-sonnet-4-6']);
  });
});

const CASE = `
execution: { target: 'anthropic:claude-3-5-haiku-20241022' }
evaluators: [{ type: contains, value: Hello }]
evalcases: [{ id: a, expected_outcome: Greets, input: Say hello }]
`;

test('a judge that somebody named is not replaced either, and what is said of its loss names the successor', async () => {
  const server = await startModelServer(() => ({ status: 404 }));
  const suite = 'evalcases: [{ id: a, expected_outcome: Greets, input: Say hello, rubrics: [Is polite] }]\n';
  const workspace = await createWorkspace({ 'suite.yaml': suite });
  const judged = ['run', 'suite.yaml', '--target', 'mock', '--judge', 'anthropic:claude-3-5-haiku-20241022', '--max-retries', '0'];
  const finished = await runAssay(judged, { cwd: workspace.folder, env: envFor(server) });
  expect(finished.exitCode).toBe(3);
  expect(finished.stdout).toMatch(/fix: anthropic:claude-3-5-haiku-20241022: .*was retired on 2026-02-19: name anthropic:claude-haiku-4-5 instead/u);
});

describe('a target whose model is retired', () => {
  test('is asked as it is named, and its error names the successor', async () => {
    const server = await startModelServer(() => ({ status: 404 }));
    const workspace = await createWorkspace({ 'suite.yaml': CASE });
    const finished = await runAssay(['run', 'suite.yaml', '--max-retries', '0'], { cwd: workspace.folder, env: envFor(server) });
    expect(finished.exitCode).toBe(3);
    expect(server.requests.map(modelOf)).toEqual(['claude-3-5-haiku-20241022']);
    expect(finished.stdout).toMatch(/was retired on 2026-02-19: name anthropic:claude-haiku-4-5 instead/u);
  });

  test('is asked as model_aliases say, whoever names it, and keeps its name', async () => {
    const server = await startModelServer(() => 'Hello!');
    const workspace = await createWorkspace({
      'suite.yaml': CASE,
      '.assay/config.yaml':
        "model_aliases:\n  anthropic:claude-3-5-haiku-20241022: anthropic:claude-3-haiku\n  anthropic:claude-3-haiku: anthropic:claude-haiku-4-5\n",
    });
    const finished = await runAssay(['run', 'suite.yaml', '--out', 'run'], { cwd: workspace.folder, env: envFor(server) });
    expect(finished.exitCode).toBe(0);
    expect(server.requests.map(modelOf)).toEqual(['claude-haiku-4-5']);
    expect((await workspace.rows('run'))[0]?.target).toBe('anthropic:claude-3-5-haiku-20241022');
    expect((await workspace.manifest('run')).targets).toMatchObject([{ provider: 'anthropic', model: 'claude-haiku-4-5' }]);
  });

  test.each([
    ['openai:gpt-4: gpt-5', 'model_aliases of openai:gpt-4 must be written as provider:model, not "gpt-5"'],
    ['gpt-4: openai:gpt-5', 'a key of model_aliases must be written as provider:model, not "gpt-4"'],
    ['openai:a: openai:b\n  openai:b: openai:a', 'model_aliases lead in a circle: openai:a → openai:b → openai:a'],
  ])('model_aliases %s are an error with its place', async (aliases, message) => {
    const workspace = await createWorkspace({ 'suite.yaml': CASE, '.assay/config.yaml': `model_aliases:\n  ${aliases}\n` });
    const finished = await runAssay(['run', 'suite.yaml'], { cwd: workspace.folder });
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain(message);
    expect(finished.stderr).toMatch(/\.assay\/config\.yaml:2:\d+/u);
  });
});
