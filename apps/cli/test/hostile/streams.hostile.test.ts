import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { some } from './support/full.js';

const ENDS = 120_000;
const BIN = fileURLToPath(new URL('../../dist/bin/assay.js', import.meta.url));
const CASES = 300;
const LINES = Array.from({ length: CASES }, (_, id) => `${JSON.stringify({ id: `c${id}`, input: `Hi ${'x'.repeat(300)}`, expected_outcome: 'Hello', evaluators: [{ type: 'contains', value: 'Hi' }] })}\n`).join('');
const RUN = 'assay run suite.jsonl --target mock --out out';

/** Runs a script of the shell in which `assay` is the built command; resolves to its exit code. */
async function shell({ folder }: Workspace, script: string): Promise<number | null> {
  const child = spawn('sh', ['-c', `assay() { "$NODE" "$BIN" "$@"; }\n${script}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', NODE: process.execPath, BIN },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

describe.skipIf(process.platform === 'win32')('streams that are closed from the start', { timeout: ENDS }, () => {
  test.each(some(['<&-', '>&-', '2>&-', '>&- 2>&-', '<&- >&- 2>&-'], 1, 4))('%s: a run passes, and nothing that is shown gets among its rows', async (closed) => {
    const workspace = await createWorkspace({ 'suite.jsonl': LINES });
    expect(await shell(workspace, `${RUN} --explain --verbose ${closed}`)).toBe(0);
    // Every line of the file is read as a row.
    expect(await workspace.rows('out')).toHaveLength(CASES);
    expect(await workspace.manifest('out')).toMatchObject({ status: 'finished', rows: CASES });
  });

  test('what fails keeps its code', async () => {
    const workspace = await createWorkspace({ 'suite.jsonl': LINES.replaceAll('"value":"Hi"', '"value":"Bye"') });
    expect(await shell(workspace, `${RUN} <&- >&- 2>&-`)).toBe(1);
    expect(await shell(workspace, 'assay validate nothing.yaml <&- >&- 2>&-')).toBe(2);
  });
});

describe.skipIf(process.platform === 'win32')('standard output is a named pipe', { timeout: ENDS }, () => {
  test('whose reader takes its time: it gets all', async () => {
    const workspace = await createWorkspace({ 'suite.jsonl': LINES });
    // The pipe holds 64 KB, far less than what is shown.
    const script = `mkfifo pipe; (exec < pipe; sleep 2; cat > shown) & assay cases suite.jsonl --json > pipe; code=$?; wait; exit $code`;
    expect(await shell(workspace, script)).toBe(0);
    const shown = await workspace.read('shown');
    expect(shown.length).toBeGreaterThan(65_536);
    expect(shown.trimEnd().split('\n').map((line) => (JSON.parse(line) as { readonly id: string }).id)).toEqual(Array.from({ length: CASES }, (_, id) => `c${id}`));
  });

  test('whose reader goes away: the run goes on to its end', async () => {
    const workspace = await createWorkspace({ 'suite.jsonl': LINES });
    const script = `mkfifo pipe; (exec < pipe; head -c 1 > first) & ${RUN} --explain > pipe; code=$?; wait; exit $code`;
    expect(await shell(workspace, script)).toBe(0);
    expect(await workspace.rows('out')).toHaveLength(CASES);
  });
});
