import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay, type Finished } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
let redis: RedisServer;

beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

const log = (name: string): string => `{ command: [sh, -c, 'cat > /dev/null; echo "${name} $1 $2" >> log', name, '{{eval_run_id}}', '{{test_id}}'] }`;

const FILES = {
  'suite.yaml': `
execution: { target: agent }
workspace:
  template: template
  hooks:
    before_all: ${log('before_all')}
    before_each: ${log('before_each')}
    after_each: ${log('after_each')}
    after_all: ${log('after_all')}
assert: [{ type: script, script: 'cat > /dev/null; test -f "$ASSAY_WORKSPACE/made.txt" && echo true || echo false' }]
tests:
  - { id: one, criteria: works there, input: Work }
  - { id: two, criteria: works there, input: Work }
`,
  'template/notes.txt': 'first\n',
  'agent.sh': 'cat > /dev/null; cat notes.txt; echo x > made.txt',
  '.assay/targets.yaml': 'targets:\n  - { name: agent, provider: cli, command: [sh, "{TARGET_DIR}/agent.sh"] }\n',
};

describe.skipIf(absent)(`workspaces that a worker makes${note}`, { timeout: 60_000 }, () => {
  test('are prepared for each run anew, told of its id, and gone when the worker ends', async () => {
    const { folder, read, write, rows, manifest } = await createWorkspace(FILES);
    const env = { TMPDIR: join(folder, 'tmp'), ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-41' };
    await mkdir(env.TMPDIR);
    const queue = `${redis.url}?prefix=workspaces`;
    const worker = startAssay(['worker', '--queue', queue, '--concurrency', '1'], { cwd: folder, env });
    const drain = async (): Promise<Finished> => {
      worker.child.kill('SIGTERM');
      return worker.finished;
    };
    onTestFinished(async () => void (await drain()));

    const expected: string[] = [];
    for (const [out, notes] of [['r1', 'first'], ['r2', 'changed']] as const) {
      await write({ 'template/notes.txt': `${notes}\n` });
      const { exitCode, stdout, stderr } = await runAssay(['run', 'suite.yaml', '--queue', queue, '--out', out], { cwd: folder, env });
      expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
      const made = expect.stringMatching(/^diff --git a\/made\.txt b\/made\.txt\nnew file mode 100644\n[^]*\+x$/u);
      expect((await rows(out)).map(({ output, warnings }) => [output?.text, output?.fileChanges, warnings])).toEqual([[notes, made, []], [notes, made, []]]);
      const { runId } = await manifest(out);
      expected.push(`before_all ${runId} `, ...['one', 'two'].flatMap((id) => [`before_each ${runId} ${id}`, `after_each ${runId} ${id}`]), `after_all ${runId} `);
    }
    expect(await drain()).toMatchObject({ exitCode: 0 });
    expect((await read('log')).split('\n').slice(0, -1).toSorted()).toEqual(expected.toSorted());
    expect((await readdir(env.TMPDIR)).filter((name) => name.startsWith('assay-workspaces-'))).toEqual([]);
  });

  test('are kept where the worker is told to, which a run cannot say', async () => {
    const { folder } = await createWorkspace({ ...FILES, 'suite.yaml': FILES['suite.yaml'].replace(/ {2}hooks:[^]*(?=assert)/u, '') });
    const env = { TMPDIR: join(folder, 'tmp'), ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-41' };
    await mkdir(env.TMPDIR);
    const queue = `${redis.url}?prefix=kept`;
    const refused = await runAssay(['run', 'suite.yaml', '--queue', queue, '--keep-workspaces'], { cwd: folder, env });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--keep-workspaces cannot be said with --queue') });
    const worker = startAssay(['worker', '--queue', queue, '--keep-workspaces'], { cwd: folder, env });
    onTestFinished(() => void worker.child.kill('SIGTERM'));
    expect((await runAssay(['run', 'suite.yaml', '--queue', queue], { cwd: folder, env })).exitCode).toBe(0);
    worker.child.kill('SIGTERM');
    const root = (await readdir(env.TMPDIR)).find((name) => name.startsWith('assay-workspaces-')) ?? '';
    expect((await worker.finished).stderr).toContain(`the workspaces were kept in ${join(env.TMPDIR, root)}`);
    expect(await readdir(join(env.TMPDIR, root))).toHaveLength(2);
  });
});
