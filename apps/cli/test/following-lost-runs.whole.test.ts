import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { casesOf, followed, printed, project, RUN, runFolder } from './support/projects/followed-run.js';

describe('assay show --follow', () => {
  test('ends with a run that is killed, and follows the one that goes on with it', async () => {
    const { start, answer, asked } = await project();
    const run = start(...RUN);
    answer(2);
    await asked(3);
    const show = start('show', '--follow', '--json');
    await printed(show, 2);
    run.child.kill('SIGKILL');
    const killed = await show.finished;
    expect(killed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(killed.stdout.trim().split('\n')).toHaveLength(2);
    const resumed = start('run', '--resume');
    await asked(4);
    const again = start('show', '--follow');
    expect(casesOf(await printed(again, 2))).toEqual(['c0', 'c1']);
    answer(3);
    expect((await resumed.finished).exitCode).toBe(1);
    const { exitCode, stdout } = await again.finished;
    expect(exitCode).toBe(0);
    expect(casesOf(stdout)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });

  test('says so when the folder of the run goes', async () => {
    const { workspace, run, show } = await followed();
    await rm(await runFolder(workspace), { recursive: true });
    const { exitCode, stderr } = await show.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/was removed while it was followed\n.*fix: /u) });
    run.child.kill('SIGKILL');
    await run.finished;
  });
});
