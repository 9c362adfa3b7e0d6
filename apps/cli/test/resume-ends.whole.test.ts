import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { dataset, ids, MODEL, project, RUN, untilRows, type Project } from './support/projects/resume-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));

/** Runs in a shell that lets no file grow beyond these blocks of 512 bytes. */
function withFileLimit({ folder }: Workspace, blocks: number, args: readonly string[]): Promise<number | null> {
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', ...MODEL };
  const child = spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, BIN, ...args], { cwd: folder, env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

describe.skipIf(process.platform === 'win32')('a disk that was full', () => {
  test('costs the replies that could not be kept, and nothing that was', async () => {
    const { workspace, assay, asked } = await project(dataset(...ids(40)));
    expect(await withFileLimit(workspace, 60, RUN)).toBe(3);
    const kept = (await workspace.rows()).map(({ caseId }) => caseId);
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.length).toBeLessThan(37);
    // A place is free again when its row is stored.
    expect(asked().length).toBeLessThanOrEqual(kept.length + 2);
    // Nobody is asked for what could not be kept either.
    for (let again = 0; again < 2; again += 1) expect(await withFileLimit(workspace, 60, ['run', '--resume'])).toBe(3);
    expect(asked()).toEqual([]);
    expect((await workspace.rows()).map(({ caseId }) => caseId)).toEqual(kept);
    const { exitCode, stdout } = await assay('run', '--resume', '--json');
    expect(exitCode).toBe(0);
    expect(asked()).toEqual(ids(40).filter((id) => !kept.includes(id)).toSorted());
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, resumed: { kept: kept.length, asked: 40 - kept.length } });
    expect((await workspace.rows()).map(({ caseId }) => caseId).toSorted()).toEqual(ids(40).toSorted());
    expect(await workspace.manifest()).toMatchObject({ status: 'finished', rows: 40 });
  });
});

describe('a run of a project that nobody vouches for', () => {
  /** A run of the user's own target, killed after three of six cases. */
  async function untrusted() {
    let hangs = true;
    const server = await startChatServer(({ text }) => (hangs && /question c[345]/u.test(text) ? { hang: true } : 'it is 42'));
    const home = await realpath(await mkdtemp(join(tmpdir(), 'assay-home-')));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const own = await createWorkspace({
      'assay/config.yaml': `targets:\n  - {name: mine, provider: openai, model: m, endpoint: "${server.url}", api_key: k}\n`,
    });
    const workspace = await createWorkspace({ '.git/HEAD': 'ref: refs/heads/main\n', 'evals/a.jsonl': dataset(...ids(6)) });
    const options = { cwd: workspace.folder, env: { HOME: home, XDG_CONFIG_HOME: own.folder } };
    const runs = join(home, '.local/state/assay/runs');
    const [results, manifest] = ['results.jsonl', 'run.json'].map((file) => async () => {
      const [run = ''] = existsSync(runs) ? await readdir(runs) : [];
      const path = join(runs, run, file);
      return existsSync(path) ? readFile(path, 'utf8') : '';
    }) as [() => Promise<string>, () => Promise<string>];
    const { child, finished } = startAssay(['run', 'evals/a.jsonl', '--untrusted', '--target', 'mine', '--concurrency', '2'], options);
    while ((await results()).split('\n').length <= 3) await sleep(10);
    child.kill('SIGKILL');
    await finished;
    hangs = false;
    const before = server.requests.length;
    return { workspace, canary: join(home, 'canary'), results, manifest, assay: (...args: readonly string[]) => runAssay(args, options), asked: () => server.requests.length - before };
  }

  test('goes on as such, whatever the project says meanwhile', async () => {
    const { workspace, canary, assay, asked, manifest } = await untrusted();
    const whole = await workspace.read('evals/a.jsonl');
    const program = JSON.stringify({ id: 'c6', expected_outcome: 'x', input: 'question c6', evaluators: [{ type: 'code_judge', script: ['touch', canary] }] });
    await workspace.write({ 'evals/a.jsonl': `${whole}${program}\n`, '.assay/config.yaml': 'untrusted: false\n' });
    const refused = await assay('run', '--resume');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/a\.jsonl:7:\d+: error: .*runs a program/u);
    expect([existsSync(canary), asked()]).toEqual([false, 0]);
    await workspace.write({ 'evals/a.jsonl': whole });
    const { exitCode, stdout } = await assay('run', '--resume');
    expect({ exitCode, asked: asked() }).toEqual({ exitCode: 0, asked: 3 });
    expect(stdout).toContain('3 kept, 3 asked');
    expect(JSON.parse(await manifest())).toMatchObject({ status: 'finished', rows: 6, options: { untrusted: true } });
  });

  test.each(['--no-untrusted', '--untrusted'])('takes no other word for it: %s', async (flag) => {
    const { assay, asked, results } = await untrusted();
    const before = await results();
    const { exitCode, stderr } = await assay('run', '--resume', 'latest', flag);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('untrusted cannot be said with --resume');
    expect([asked(), await results()]).toEqual([0, before]);
  });
});

describe('judges', () => {
  const VERDICT = '{"score": 1, "hits": ["right"], "misses": [], "reasoning": "fine"}';

  interface Judged extends Project {
    /** Requests since the last time, by model. */
    counts(): Readonly<Record<string, number>>;
    judgedBy(model: string): Promise<void>;
  }

  /** Two cases that a panel of one has judged. */
  async function judged(): Promise<Judged> {
    const criterion = 'Is it right?';
    const made = await project(dataset({ id: 'c0', criterion }, { id: 'c1', criterion }), (_, { model }) => (model === 'm' ? 'it is 42' : VERDICT));
    let seen = 0;
    const counts = (): Record<string, number> => {
      const found: Record<string, number> = {};
      for (const { model } of made.server.requests.slice(seen)) found[model] = (found[model] ?? 0) + 1;
      seen = made.server.requests.length;
      return found;
    };
    const entry = (name: string, model: string): string => `  - {name: ${name}, provider: openai, model: ${model}, endpoint: '${made.server.url}', api_key: k}\n`;
    const judgedBy = (model: string): Promise<void> =>
      made.workspace.write({ '.assay/targets.yaml': `targets:\n${entry('bot', 'm')}${entry('critic', model)}${entry('other', 'third')}` });
    await judgedBy('first');
    expect((await made.assay(...RUN, '--judge', 'critic')).exitCode).toBe(0);
    expect(counts()).toEqual({ m: 2, first: 2 });
    return { ...made, counts, judgedBy };
  }

  test('that were changed score the stored replies again, and the target is not asked', async () => {
    const { assay, judgedBy, counts, workspace } = await judged();
    await judgedBy('second');
    const { exitCode, stdout } = await assay('run', '--resume', 'latest');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 kept, 0 asked, 2 scored again');
    expect(counts()).toEqual({ second: 2 });
    const rows = await workspace.rows();
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ assessmentKey }) => assessmentKey)).size).toBe(2);
    expect((await assay('run', '--resume', 'latest')).stdout).toContain('2 kept, 0 asked, 0 scored again');
    expect(counts()).toEqual({});
  });

  test('may be others with --rescore, and only there', async () => {
    const { assay, counts, workspace } = await judged();
    const refused = await assay('run', '--resume', 'latest', '--judge', 'other');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--judge cannot be said with --resume');
    expect(counts()).toEqual({});
    const { exitCode, stdout } = await assay('run', '--rescore', '--judge', 'other');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 kept, 0 asked, 2 scored again');
    expect(counts()).toEqual({ third: 2 });
    expect(await workspace.manifest()).toMatchObject({ status: 'finished', rows: 2, judges: ['other'], options: { judge: ['other'] } });
  });
});

describe('a program', () => {
  test('goes on with a run by evaluate({ resume }), and scores it again', async () => {
    let hangs = true;
    const { workspace, asked } = await project(dataset(...ids(5)), (id) => (hangs && id > 'c1' ? { hang: true } : 'it is 42'));
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder, env: MODEL });
    await untilRows(workspace, 2);
    child.kill('SIGKILL');
    await finished;
    hangs = false;
    asked();
    const context = { cwd: workspace.folder, env: MODEL };
    await expect(evaluate({ ...context, files: 'evals/a.jsonl', resume: true })).rejects.toThrow(/^resume takes no files/u);
    await expect(evaluate({ ...context, resume: true, threshold: 0.5 })).rejects.toThrow(/^threshold cannot be said with resume/u);
    await expect(evaluate({ ...context, rescore: 'latest' })).rejects.toThrow('did not finish');
    expect(asked()).toEqual([]);

    const told: string[] = [];
    const { summary, rows } = await evaluate({ ...context, resume: true, onRow: ({ caseId }) => told.push(caseId) });
    expect(asked()).toEqual(['c2', 'c3', 'c4']);
    // Who follows a run is told of the whole of it: first of what was kept.
    expect([told.slice(0, 2).toSorted(), told.slice(2).toSorted()]).toEqual([['c0', 'c1'], ['c2', 'c3', 'c4']]);
    expect(summary).toMatchObject({ outcome: 'passed', complete: true, plannedTrials: 5, resumed: { kept: 2, asked: 3, rescored: 0, outside: 0 } });
    const read: string[] = [];
    for await (const { caseId } of rows()) read.push(caseId);
    expect(read.toSorted()).toEqual(ids(5));

    const again = await evaluate({ ...context, rescore: true });
    expect(again.summary.resumed).toMatchObject({ kept: 0, asked: 0, rescored: 5 });
    expect(asked()).toEqual([]);
  });

  test('reads back the rows of what is planned, and not those of cases that are gone', async () => {
    const { workspace, assay, asked } = await project(dataset(...ids(3)));
    expect((await assay(...RUN)).exitCode).toBe(0);
    asked();
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'c2') });
    const { summary, rows } = await evaluate({ cwd: workspace.folder, env: MODEL, resume: 'latest' });
    expect(summary.resumed).toMatchObject({ kept: 2, asked: 0, outside: 1 });
    const read: string[] = [];
    for await (const { caseId } of rows()) read.push(caseId);
    expect(read.toSorted()).toEqual(['c0', 'c2']);
    expect(asked()).toEqual([]);
    expect(await workspace.rows()).toHaveLength(3);
  });
});
