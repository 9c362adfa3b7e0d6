import { describe, expect, test } from 'vitest';
import { startCountingServer, type CountingServer } from './support/servers/counting-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

interface Setup {
  readonly prompts: number;
  readonly points: number;
  /** Lines of the targets file, one for each target; `URL` stands for the server. */
  readonly targets: readonly string[];
}

async function project(server: CountingServer, { prompts, points, targets }: Setup): Promise<Workspace> {
  const rubric = Array.from({ length: points }, (_, point) => `      - point ${point}\n`).join('');
  const blueprint = Array.from({ length: prompts }, (_, id) => `- id: p${id}\n  prompt: Well?\n  should:\n${rubric}`).join('');
  return createWorkspace({
    'b.yml': `title: pool\n---\n${blueprint}`,
    '.assay/targets.yaml': `targets:\n${targets.map((line) => `  - {${line.replace('URL', `'${server.url}'`)}, api_key: k}\n`).join('')}`,
  });
}

const target = (name: string, more = ''): string => `name: ${name}, provider: openai, model: ${name}, endpoint: URL${more}`;

async function run(workspace: Workspace, ...args: string[]): Promise<void> {
  const { exitCode, stderr } = await runAssay(['run', 'b.yml', '--max-retries', '0', '--timeout', '20', ...args], { cwd: workspace.folder });
  expect(stderr).not.toContain('error');
  expect(exitCode).toBe(0);
}

describe('how many requests judges get at once', () => {
  test('--concurrency 1: one at a time for each judge, however many points there are', async () => {
    const server = await startCountingServer(2);
    const workspace = await project(server, { prompts: 2, points: 60, targets: [target('m'), target('j1'), target('j2')] });
    await run(workspace, '--target', 'm', '--judge', 'j1', '--judge', 'j2', '--concurrency', '1');
    expect(server.asked.filter(({ kind }) => kind === 'judge')).toHaveLength(240);
    expect([server.most('m'), server.most('j1'), server.most('j2')]).toEqual([1, 1, 1]);
  });

  test("a judge's own workers win over the concurrency, and are used in full", async () => {
    const server = await startCountingServer((kind) => (kind === 'judge' ? 300 : 1));
    const workspace = await project(server, { prompts: 12, points: 1, targets: [target('m'), target('j', ', workers: 6')] });
    await run(workspace, '--target', 'm', '--judge', 'j', '--concurrency', '2');
    expect(server.most('m')).toBeLessThanOrEqual(2);
    expect(server.most('j')).toBe(6);
  });

  test('where nobody says anything, 8 to begin with, and more while it answers as fast', async () => {
    const server = await startCountingServer(10);
    const workspace = await project(server, { prompts: 2, points: 60, targets: [target('m'), target('j')] });
    await run(workspace, '--target', 'm', '--judge', 'j');
    expect(server.most('j')).toBeGreaterThan(8);
    expect(server.most('j')).toBeLessThanOrEqual(100);
  });
});

describe('a trial that waits for its judges', () => {
  test('holds no place at its target, neither of its workers nor of the concurrency', async () => {
    for (const [more, args] of [[', workers: 1', []], ['', ['--concurrency', '1']]] as const) {
      const server = await startCountingServer((kind) => (kind === 'judge' ? 400 : 1));
      const workspace = await project(server, { prompts: 2, points: 1, targets: [target('m', more), target('j', ', workers: 4')] });
      await run(workspace, '--target', 'm', '--judge', 'j', ...args);
      expect(server.most('m')).toBe(1);
      expect(server.most('judge')).toBe(2);
    }
  });

  test('is one of a bounded number: slow judges do not let replies pile up', async () => {
    let gap = 0;
    const server = await startCountingServer((kind) => {
      const count = (wanted: string): number => server.asked.filter((each) => each.kind === wanted).length;
      gap = Math.max(gap, count('reply') - count('judge'));
      return kind === 'judge' ? 20 : 0;
    });
    const workspace = await project(server, { prompts: 60, points: 1, targets: [target('m'), target('j', ', workers: 1')] });
    await run(workspace, '--target', 'm', '--judge', 'j', '--concurrency', '3');
    expect(server.asked).toHaveLength(120);
    expect(gap).toBeLessThanOrEqual(6);
  });

  test('a target that judges itself stays within its workers in total, and comes to an end', async () => {
    const server = await startCountingServer(3);
    const workspace = await project(server, { prompts: 10, points: 5, targets: [target('m', ', workers: 1')] });
    await run(workspace, '--target', 'm', '--judge', 'm');
    expect(server.asked).toHaveLength(60);
    expect(server.most()).toBe(1);
  });
});

test('embeddings are asked within the same limits', async () => {
  const server = await startCountingServer((kind) => (kind === 'embedding' ? 15 : 1));
  const lines = Array.from({ length: 12 }, (_, id) =>
    JSON.stringify({ id, expected_outcome: 'x', input: 'x', expected_output: `reference ${id}`, evaluators: [{ type: 'contains', value: 'answer' }] }),
  );
  const workspace = await createWorkspace({
    'set.jsonl': lines.join('\n'),
    '.assay/targets.yaml': `targets:\n${['m', 'v'].map((name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: k}\n`).join('')}`,
  });
  const { exitCode } = await runAssay(['run', 'set.jsonl', '--target', 'm', '--embeddings', 'v', '--concurrency', '2'], { cwd: workspace.folder });
  expect(exitCode).toBe(0);
  expect(server.most('m')).toBeLessThanOrEqual(2);
  expect(server.most('v')).toBe(2);
});

test('a script that looks at what an agent left behind has the place to itself, until only judges are waited for', async () => {
  const server = await startCountingServer((kind) => (kind === 'judge' ? 300 : 1));
  const cases = ['one', 'two'].map(
    (id) => `  - id: ${id}
    expected_outcome: writes its name
    input: ${id}
    evaluators:
      - {type: code_judge, script: [sh, -c, 'sleep 0.2; test "$(cat left-behind)" = ${id} && echo "{\\"score\\": 1}" || echo "{\\"score\\": 0}"']}
      - {type: composite, evaluators: [{type: contains, value: ${id}}, {type: rubric, rubrics: [Is a name]}]}
`,
  );
  const workspace = await createWorkspace({
    'e.yaml': `evalcases:\n${cases.join('')}`,
    '.assay/targets.yaml': `targets:
  - {name: agent, provider: cli, command: [sh, agent.sh, '{PROMPT}']}
  - {name: j, provider: openai, model: j, endpoint: '${server.url}', api_key: k}
`,
    'agent.sh': 'echo "$1" | tr -d "\\n" > left-behind; echo "$1"\n',
  });
  const { exitCode, stdout } = await runAssay(['run', 'e.yaml', '--target', 'agent', '--judge', 'j', '--concurrency', '1'], { cwd: workspace.folder });
  expect(stdout).toContain('all 2 trials passed');
  expect(exitCode).toBe(0);
});
