import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const BLUEPRINT = `title: Variants
models: [LOCAL]
temperatures: [0, 0.5]
system: ["Be brief.", null]
---
- id: varied
  prompt: Hello?
  should:
    - $contains: hello
- id: own
  prompt: Bye?
  system: Say bye.
  should:
    - $contains: hello
`;

async function project() {
  const server = await startChatServer(() => 'hello');
  const targets = ['one', 'two'].map((name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}`);
  const workspace = await createWorkspace({
    'greetings.yml': BLUEPRINT,
    '.assay/config.yaml': 'collections: {LOCAL: [one, two]}\n',
    '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`,
  });
  return { server, workspace };
}

describe('prompts × models × temperatures × system prompts', () => {
  test('each combination is asked once, with its temperature and system prompt', async () => {
    const { server, workspace } = await project();
    await evaluate({ files: 'greetings.yml', cwd: workspace.folder });
    const asked = server.requests.map(({ model, messages, body }) => {
      const system = messages.find(({ role }) => role === 'system')?.content ?? null;
      return `${model} ${String(body['temperature'])} ${String(system)} ${String(messages.at(-1)?.content)}`;
    });
    const expected = ['one', 'two'].flatMap((model) =>
      ['0', '0.5'].flatMap((temperature) => [
        `${model} ${temperature} Be brief. Hello?`,
        `${model} ${temperature} null Hello?`,
        `${model} ${temperature} Say bye. Bye?`,
      ]),
    );
    expect(asked.toSorted()).toEqual(expected.toSorted());
  });

  test('a target whose parameters have a temperature of their own is asked at that each time, which a warning tells', async () => {
    const server = await startChatServer(() => 'hello');
    const workspace = await createWorkspace({
      'greetings.yml': BLUEPRINT,
      '.assay/config.yaml': 'collections: {LOCAL: [warm]}\n',
      '.assay/targets.yaml': `targets: [{ name: warm, provider: openai, model: warm, endpoint: '${server.url}', api_key: test, parameters: { temperature: 0.5 } }]\n`,
    });
    const { exitCode, stdout } = await runAssay(['run', 'greetings.yml'], { cwd: workspace.folder });
    expect(exitCode).toBe(0);
    expect(new Set(server.requests.map(({ body }) => body['temperature']))).toEqual(new Set([0.5]));
    expect(stdout).toContain('! temperature 0 was not asked for: parameters of the target say temperature: 0.5, and decide (3 trials)');
    // At the same temperature there is nothing to tell.
    expect(stdout).not.toContain('temperature 0.5 was not');
  });

  test('rows say which variant they are, under keys of their own; the summary has a row for each', async () => {
    const { workspace } = await project();
    const { summary } = await evaluate({ files: 'greetings.yml', cwd: workspace.folder, targets: ['one'] });
    const rows = await workspace.rows();
    expect(rows.map(({ caseId, variant }) => ({ caseId, ...variant })).toSorted((a, b) => (a.caseId + a.label < b.caseId + b.label ? -1 : 1))).toEqual([
      { caseId: 'own', label: 'temp:0', temperature: 0 },
      { caseId: 'own', label: 'temp:0.5', temperature: 0.5 },
      { caseId: 'varied', label: 'temp:0 sys:1', temperature: 0, system: 'Be brief.' },
      { caseId: 'varied', label: 'temp:0 sys:2', temperature: 0 },
      { caseId: 'varied', label: 'temp:0.5 sys:1', temperature: 0.5, system: 'Be brief.' },
      { caseId: 'varied', label: 'temp:0.5 sys:2', temperature: 0.5 },
    ]);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(6);
    expect(summary.groups.map(({ target, variant }) => `${target} ${variant}`)).toEqual([
      'one temp:0', 'one temp:0 sys:1', 'one temp:0 sys:2', 'one temp:0.5', 'one temp:0.5 sys:1', 'one temp:0.5 sys:2',
    ]);
    const line = (await readFile(join(workspace.folder, '.assay/runs', summary.runId, 'results.jsonl'), 'utf8')).split('\n')[0] ?? '';
    expect(Object.keys((JSON.parse(line) as { variant: object }).variant)).toContain('label');
  });

  test('the terminal and the dry run show a variant behind its target', async () => {
    const { workspace } = await project();
    const run = (...args: string[]) => runAssay(['run', 'greetings.yml', '--target', 'one', ...args], { cwd: workspace.folder });
    expect((await run('--dry-run')).stdout).toMatch(/on one\[temp:0\]\[sys:1\]: 1 trial\n[\s\S]*on one\[temp:0\.5\]: 1 trial/u);
    expect((await run()).stdout).toMatch(/greetings +one\[temp:0\] +1 [\s\S]*one\[temp:0\.5\]\[sys:2\] +1 /u);
  });

  test('replies that exist already are scored once, whatever is varied', async () => {
    const { workspace } = await project();
    await workspace.write({ 'out.jsonl': '{"id": "varied", "text": "hello"}\n{"id": "own", "text": "hello"}\n' });
    await runAssay(['score', 'greetings.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect((await workspace.rows()).map(({ caseId, variant }) => [caseId, variant])).toEqual([
      ['varied', { label: '' }],
      ['own', { label: '' }],
    ]);
  });
});
