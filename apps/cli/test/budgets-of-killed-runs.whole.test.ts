import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { RUN, spender } from './support/projects/budget-spender.js';
import { untilRows } from './support/projects/resume-project.js';

describe('--max-cost', () => {
  test('counts what a killed run had spent, and may have spent', async () => {
    const { assay, spent, workspace } = await spender(200, { answer: () => sleep(20, undefined) });
    const few = ['--concurrency', '5', '--max-cost', '6'];
    for (const [rows, args] of [[6, RUN.slice(0, 4)], [12, ['run', '--resume']]] as const) {
      const { child, finished } = startAssay([...args, ...few], { cwd: workspace.folder });
      await untilRows(workspace, rows);
      child.kill('SIGKILL');
      await finished;
    }
    const end = await assay('run', '--resume', ...few);
    expect(end.exitCode).toBe(3);
    expect(end.stdout).toContain('stopped by --max-cost $6.00');
    expect(spent().costUsd).toBeLessThanOrEqual(6);
    expect(spent().costUsd).toBeGreaterThan(3);
  });
});
