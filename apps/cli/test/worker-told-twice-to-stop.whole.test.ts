import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay, type Finished } from './support/commands/assay.js';
import { gate } from './support/projects/worker-gate.js';
import { planned, project, WITH } from './support/projects/worker-project.js';

test('a worker that waits for jobs ends by a signal, and one that is told twice ends at once', async () => {
  const { reply, waiting } = gate();
  const here = await project(reply);
  const start = (input: string) => startAssay(['worker', '--stdio', ...WITH], { cwd: here.folder, env: here.env, input, keepInput: true });
  const told = async ({ child, finished }: ReturnType<typeof start>): Promise<Finished> => {
    child.stderr?.once('data', () => child.kill('SIGTERM'));
    child.kill('SIGTERM');
    return finished;
  };

  const idle = start('x\n');
  const first = new Promise((resolve) => idle.child.stdout?.once('data', resolve));
  await first;
  idle.child.kill('SIGTERM');
  expect(await idle.finished).toMatchObject({ exitCode: 3, signal: null, stderr: expect.stringMatching(/^stopping: [^\n]*\n0 rows, 1 refused\n$/u) });

  const busy = start(await planned(here, '--id', 'one'));
  while (waiting() === 0) await sleep(10);
  expect(await told(busy)).toMatchObject({ exitCode: 130, stdout: '' });
});
