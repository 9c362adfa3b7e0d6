import { appendFile, chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { startView, type ViewServer } from './support/commands/view-server.js';

interface Drawn {
  readonly replies: number;
  readonly drawn: number;
  readonly left: number;
  readonly by: readonly string[];
  readonly fixed: boolean;
  readonly next: { readonly trial_key: string; readonly reply: string; readonly case_id: string } | null;
}
interface Said {
  readonly trial_key: string;
  readonly verdict: string | null;
  readonly score?: number;
  readonly note: string;
  readonly skipped?: boolean;
  readonly draw?: { readonly chance: number; readonly of: number; readonly size: number; readonly by: readonly string[] };
}

const ROOT = typeof process.getuid === 'function' && process.getuid() === 0;

let folder: string;
let id: string;
let page: ViewServer;

const path = (): string => `api/runs/${id}/labelling`;
const labelsFile = (): string => join(folder, '.assay/labels/complaints.jsonl');
const ask = async (query = ''): Promise<Drawn> => (await page.ask(`${path()}${query}`)).json() as Drawn;
const said = async (): Promise<readonly Said[]> => (await readFile(labelsFile(), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Said);

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-labelling-')));
  await mkdir(join(folder, '.assay'));
  const line = (at: number): string => JSON.stringify({ id: `c${at}`, expected_outcome: 'Apologizes', input: at % 3 === 0 ? `sorry ${at}` : `no ${at}`, evaluators: [{ type: 'icontains', value: 'sorry' }] });
  await writeFile(join(folder, 'complaints.jsonl'), Array.from({ length: 60 }, (_, at) => `${line(at)}\n`).join(''));
  await runAssay(['run', 'complaints.jsonl', '--target', 'mock'], { cwd: folder });
  [id = ''] = await readdir(join(folder, '.assay/runs'));
  page = await startView(folder);
});

afterEach(async () => {
  await page.end();
  await rm(folder, { recursive: true, force: true });
});

describe('labels of replies that are drawn', () => {
  test('are drawn as the command draws them, blinded, and each is kept with its chance before the next is shown', async () => {
    const { stdout } = await runAssay(['label', id, '--sample', '20', '--stratify', 'verdict', '--json'], { cwd: folder });
    const drawn = stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string });
    let state = await ask('?sample=20&stratify=verdict');
    expect(state).toMatchObject({ replies: 60, drawn: 20, left: 20, by: ['verdict'], fixed: false, next: drawn[0] });
    const text = JSON.stringify(state.next);
    for (const hidden of ['score', 'target', 'verdict', 'judge', 'icontains', 'mock']) expect(text).not.toContain(hidden);
    const words = [{ verdict: 'pass', note: 'kind' }, { score: 0.25 }, { skipped: true }];
    for (const [at, word] of words.entries()) {
      expect(state.next).toEqual(drawn[at]);
      state = (await page.post(path(), { trial_key: drawn[at]?.trial_key, ...word })).json() as Drawn;
      expect(await said()).toHaveLength(at + 1);
      expect(state).toMatchObject({ left: 19 - at, fixed: true });
    }
    expect((await said()).map(({ trial_key: key, verdict, score, note, skipped }) => ({ key, verdict, score, note, skipped }))).toEqual([
      { key: drawn[0]?.trial_key, verdict: 'pass', score: undefined, note: 'kind', skipped: undefined },
      { key: drawn[1]?.trial_key, verdict: 'fail', score: 0.25, note: '', skipped: undefined },
      { key: drawn[2]?.trial_key, verdict: null, score: undefined, note: '', skipped: true },
    ]);
    expect((await said()).map(({ draw }) => [draw?.size, draw?.by])).toEqual([[20, ['verdict']], [20, ['verdict']], [20, ['verdict']]]);
    expect(new Set((await said()).map(({ draw }) => `${draw?.chance} of ${draw?.of}`))).toEqual(new Set(['0.25 of 40', '0.5 of 20']));
  });

  test('a word is taken back, and its reply comes again; whoever goes on elsewhere goes on where this stopped', async () => {
    const first = (await ask('?sample=10')).next;
    const then = ((await page.post(path(), { trial_key: first?.trial_key, verdict: 'fail' })).json() as Drawn).next;
    expect(then?.trial_key).not.toBe(first?.trial_key);
    expect((await page.post(path(), { trial_key: first?.trial_key, undo: true })).json()).toMatchObject({ left: 10, next: first });
    expect((await page.post(path(), { trial_key: first?.trial_key, verdict: 'pass' })).json()).toMatchObject({ left: 9, next: then });
    expect((await said()).map(({ verdict }) => verdict)).toEqual(['fail', null, 'pass']);
    // The command, then the page again: nobody is asked twice.
    const left = (await runAssay(['label', id, '--json'], { cwd: folder })).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string });
    expect(left.map(({ trial_key: key }) => key)).toHaveLength(9);
    expect(left[0]?.trial_key).toBe(then?.trial_key);
    await writeFile(join(folder, 'answers.jsonl'), `${JSON.stringify({ trial_key: left[0]?.trial_key, verdict: 'pass' })}\n`);
    expect((await runAssay(['label', id, '--answers', 'answers.jsonl'], { cwd: folder })).exitCode).toBe(0);
    expect(await ask()).toMatchObject({ drawn: 10, left: 8, next: { trial_key: left[1]?.trial_key } });
    expect((await page.post(path(), { trial_key: left[1]?.trial_key, verdict: 'pass' })).json()).toMatchObject({ left: 7 });
  });

  test('two who label at once lose nothing', async () => {
    const drawn = (await runAssay(['label', id, '--sample', '40', '--json'], { cwd: folder })).stdout.trim().split('\n').map((line) => (JSON.parse(line) as { trial_key: string }).trial_key);
    await ask('?sample=40');
    const [ofPage, ofCommand] = [drawn.slice(0, 20), drawn.slice(20)];
    await writeFile(join(folder, 'answers.jsonl'), ofCommand.map((key) => `${JSON.stringify({ trial_key: key, verdict: 'fail' })}\n`).join(''));
    const [command, ...answers] = await Promise.all([
      runAssay(['label', id, '--sample', '40', '--answers', 'answers.jsonl'], { cwd: folder }),
      ...ofPage.map((key) => page.post(path(), { trial_key: key, verdict: 'pass' })),
    ]);
    expect([command.exitCode, new Set(answers.map(({ status }) => status))]).toEqual([0, new Set([200])]);
    expect(new Map((await said()).map(({ trial_key: key, verdict }) => [key, verdict]))).toEqual(new Map([...ofPage.map((key) => [key, 'pass'] as const), ...ofCommand.map((key) => [key, 'fail'] as const)]));
    expect(await ask()).toMatchObject({ left: 0, next: null });
  });

  test('nothing is drawn in two ways', async () => {
    const { next } = await ask('?sample=10');
    const other = (await runAssay(['label', id, '--sample', '10', '--stratify', 'verdict', '--json'], { cwd: folder })).stdout.split('\n')[0] ?? '{}';
    await writeFile(join(folder, 'answers.jsonl'), `${JSON.stringify({ trial_key: (JSON.parse(other) as { trial_key: string }).trial_key, verdict: 'pass' })}\n`);
    await runAssay(['label', id, '--sample', '10', '--stratify', 'verdict', '--answers', 'answers.jsonl'], { cwd: folder });
    const refused = await page.post(path(), { trial_key: next?.trial_key, verdict: 'pass' });
    expect([refused.status, refused.json()]).toEqual([422, { message: expect.stringContaining('labels of this run are drawn by verdict'), hint: expect.anything() }]);
    expect(await said()).toHaveLength(1);
    expect((await page.ask(`${path()}?stratify=suite`)).status).toBe(422);
    expect(await ask()).toMatchObject({ by: ['verdict'], fixed: true, left: 9 });
  });

  test('what is no word, and who may not speak, changes nothing', async () => {
    const { next } = await ask();
    const key = next?.trial_key;
    const body = JSON.stringify({ trial_key: key, verdict: 'pass' });
    const headers = { 'content-type': 'application/json' };
    expect((await page.ask(path(), { method: 'POST', headers, body })).status).toBe(403);
    expect((await page.post(path(), { trial_key: key, verdict: 'pass' }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await page.ask(path(), { method: 'POST', headers: { ...headers, origin: page.origin, 'sec-fetch-site': 'cross-site' }, body })).status).toBe(403);
    expect(await page.raw(`POST /${'0'.repeat(32)}/${path()} HTTP/1.1\r\nHost: ${page.url.host}\r\nOrigin: ${page.origin}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 403 /u);
    expect((await page.post(path(), {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await page.post(path(), { trial_key: key, verdict: 'pass', note: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await page.ask(path(), { method: 'POST', headers: { ...headers, origin: page.origin }, body: '{"trial_key":' })).status).toBe(400);
    const wrong = [{}, { trial_key: key }, { trial_key: key, verdict: 'good' }, { trial_key: key, score: 1.5 }, { trial_key: key, verdict: 'pass', score: 1 }, { trial_key: key, skipped: false }, { trial_key: 3, verdict: 'pass' }, { trial_key: key, verdict: 'pass', other: 1 }, { trial_key: key, verdict: 'pass', note: 'x'.repeat(10_001) }, []];
    for (const each of wrong) expect([each, (await page.post(path(), each)).status]).toEqual([each, 400]);
    for (const unknown of ['nobody', '__proto__', '../..']) expect((await page.post(path(), { trial_key: unknown, verdict: 'pass' })).status).toBe(409);
    for (const query of ['?sample=0', '?sample=-1', '?sample=many', '?stratify=judge', '?seed=a']) expect([query, (await page.ask(`${path()}${query}`)).status]).toEqual([query, 400]);
    expect((await page.ask('api/runs/nobody/labelling')).status).toBe(404);
    await expect(said()).rejects.toThrow('ENOENT');
  });

  test.skipIf(ROOT)('a labels file that cannot be written is told, and no word is taken for kept', async () => {
    const { next } = await ask('?sample=10');
    await page.post(path(), { trial_key: next?.trial_key, verdict: 'pass' });
    await chmod(labelsFile(), 0o400);
    const second = (await ask()).next;
    const refused = await page.post(path(), { trial_key: second?.trial_key, verdict: 'fail' });
    expect([refused.status, refused.json()]).toEqual([422, { message: expect.stringContaining('cannot write'), hint: expect.stringContaining('permissions') }]);
    expect(await ask()).toMatchObject({ left: 9, next: { trial_key: second?.trial_key } });
    await chmod(labelsFile(), 0o600);
  });

  test('what would be written outside of the project is refused, and no word is taken for kept', async () => {
    const { next } = await ask('?sample=10');
    const outside = `${folder}-outside.jsonl`;
    await writeFile(outside, '');
    await mkdir(join(folder, '.assay/labels'));
    await symlink(outside, labelsFile());
    expect((await page.post(path(), { trial_key: next?.trial_key, verdict: 'fail' })).json()).toMatchObject({ message: expect.stringContaining('leads out of the project') });
    expect(await readFile(outside, 'utf8')).toBe('');
    expect(await ask()).toMatchObject({ left: 50 });
    await rm(outside);
  });

  test('a run that goes on is not drawn from: with which chance is not known yet', async () => {
    await writeFile(join(folder, '.assay/runs', id, 'run.lock'), '{}');
    const { status, text } = await page.ask(path());
    expect([status, text]).toEqual([409, expect.stringContaining('goes on')]);
  });

  test('a file of labels with a line that is none is told with its place', async () => {
    await ask();
    await mkdir(join(folder, '.assay/labels'), { recursive: true });
    await appendFile(labelsFile(), 'no label\n');
    expect((await page.ask(path())).json()).toMatchObject({ message: expect.stringMatching(/complaints\.jsonl:1:1/u) });
    // What else is known of the run is shown.
    expect((await page.ask(`api/runs/${id}/trust`)).json()).toMatchObject({ calibration: null, problems: [expect.stringMatching(/complaints\.jsonl/u)] });
  });

  test('an untrusted project has none, and its labels are not read', async () => {
    const other = await startView(folder, ['--untrusted']);
    expect((await other.ask(path())).status).toBe(409);
    expect((await other.post(path(), { trial_key: 'a', verdict: 'pass' })).status).toBe(409);
    expect((await other.ask(`api/runs/${id}/trust`)).json()).toEqual({ calibration: null, ranking: null, problems: [] });
    await other.end();
  });
});

test('what labels come to is what the command says', async () => {
  expect((await page.ask(`api/runs/${id}/trust`)).json()).toMatchObject({ calibration: { more: 30, summary: '0 labels of 0 cases for 60 replies' }, ranking: null, problems: [] });
  let { next } = await ask('?sample=40');
  while (next) ({ next } = (await page.post(path(), { trial_key: next.trial_key, verdict: next.reply.includes('sorry') && !next.case_id.endsWith('3') ? 'pass' : 'fail' })).json() as Drawn);
  const { calibration } = (await page.ask(`api/runs/${id}/trust`)).json() as { calibration: { summary: string; more: number; tables: readonly { rows: readonly (readonly string[])[]; spans?: object }[] } };
  const { stdout } = await runAssay(['calibrate', id], { cwd: folder });
  const flat = stdout.replaceAll(/\s+/gu, ' ');
  expect(flat).toContain(calibration.summary);
  expect(calibration.more).toBe(0);
  for (const { rows } of calibration.tables) for (const row of rows) expect(flat).toContain(row.join(' ').trim());
  expect(calibration.tables[0]?.spans).toMatchObject({ least: 0, most: 1, of: [{ mark: expect.any(Number), value: expect.any(Number) }, { mark: expect.any(Number), value: expect.any(Number) }] });
});
