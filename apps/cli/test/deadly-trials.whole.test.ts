import { redisPresence, startRedis } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();

const ENV = { ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-43' };
/** An agent that takes its worker down with it, when it is asked for that, and notes that it did. */
const KILLER = 'case "$1" in *poison*) echo dead >> deaths; kill -9 $PPID ;; esac; echo "$1"';

test.skipIf(absent)(`a trial that kills its worker is an error after four of them, and its neighbours have their rows${note}`, { timeout: 180_000 }, async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const cases = Array.from({ length: 12 }, (_, index) => `  - { id: c${index}, outcome: says it, input: 'case ${index} says it${index === 5 ? ', poison' : ''}' }\n`);
  const project = await createWorkspace({
    'evals/says.yaml': `evaluators: [{ type: contains, value: says it }]\nevalcases:\n${cases.join('')}`,
    '.assay/targets.yaml': `targets: [{ name: agent, provider: cli, command: [sh, -c, ${JSON.stringify(KILLER)}, sh, '{PROMPT}'] }]\n`,
  });
  const asked = ['--target', 'agent', '--queue', redis.url];
  const workers = Array.from({ length: 5 }, () => startAssay(['worker', ...asked], { cwd: project.folder, env: ENV }));
  onTestFinished(() => workers.forEach(({ child }) => child.kill('SIGKILL')));
  const { exitCode, stdout, stderr } = await runAssay(['run', 'evals', ...asked, '--out', 'run'], { cwd: project.folder, env: ENV });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
  expect(stdout).toContain('4 workers died while they did it, the last one when it did nothing else');
  const rows = await project.rows('run');
  expect(rows.map(({ caseId, status, error }) => [caseId, status, error?.code]).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => (index === 5 ? ['c5', 'error', 'worker_died'] : [`c${index}`, 'ok', undefined])).toSorted(),
  );
  expect((await project.read('deaths')).trim().split('\n')).toHaveLength(4);
  expect(workers.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(4);
});
