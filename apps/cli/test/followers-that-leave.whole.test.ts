import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BIN } from './support/commands/assay.js';
import { followed } from './support/projects/followed-run.js';

describe('assay show --follow', () => {
  test('ends at Ctrl-C with 130 and leaves the run alone, and with 0 when nobody reads any more', async () => {
    const { workspace, answer, run, show } = await followed();
    const script = '{ "$NODE" "$BIN" show --follow; echo $? > code; } | head -1 > first';
    const piped = spawn('sh', ['-c', script], { cwd: workspace.folder, stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: workspace.folder, NODE: process.execPath, BIN } });
    const read = once(piped, 'close');
    while (!existsSync(join(workspace.folder, 'first')) || (await workspace.read('first')) === '') await sleep(10);
    show.child.kill('SIGINT');
    expect(await show.finished).toMatchObject({ exitCode: 130, stderr: '' });
    // Only what is written next finds nobody who reads.
    answer(2);
    await read;
    expect(await workspace.read('code')).toBe('0\n');
    answer(2);
    expect((await run.finished).exitCode).toBe(1);
    expect(await workspace.rows()).toHaveLength(5);
  });
});
