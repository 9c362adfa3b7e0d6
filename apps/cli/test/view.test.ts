import { appendFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { cases, hostileId, viewedRuns } from './support/projects/viewed-runs.js';
import { createWorkspace } from './support/projects/workspace.js';
import { startView, viewServer, type ViewServer } from './support/commands/view-server.js';

let folder: string;
let runs: readonly string[];
let page: ViewServer;
/** The run that counts. */
let id: string;

beforeAll(async () => {
  ({ folder, runs, page, id } = await viewedRuns());
}, 120_000);

afterAll(async () => {
  await page.end();
  await rm(folder, { recursive: true, force: true });
});

describe('who is let in', () => {
  const get = (path: string, headers: string): Promise<string> => page.raw(`GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);

  test('with the token, by a name of this machine', async () => {
    const { port, pathname } = page.url;
    expect(pathname).toMatch(/^\/[\da-f]{32}\/$/u);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(await get(pathname, `Host: ${host}:${port}\r\n`)).toMatch(/^HTTP\/1\.1 200 /u);
    expect(await get(pathname.slice(0, -1), `Host: localhost:${port}\r\n`)).toMatch(new RegExp(`^HTTP/1\\.1 308 [\\s\\S]*location: ${pathname}\r\n`, 'u'));
  });

  test.each<[string, (url: URL) => readonly [path: string, headers: string]]>([
    ['another name of the host', ({ pathname, port }) => [pathname, `Host: evil.example:${port}\r\n`]],
    ['another port', ({ pathname }) => [pathname, 'Host: 127.0.0.1:1\r\n']],
    ['no port', ({ pathname }) => [pathname, 'Host: 127.0.0.1\r\n']],
    ['two hosts', ({ pathname, port }) => [pathname, `Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`]],
    ['another origin', ({ pathname, port }) => [`${pathname}api/runs`, `Host: 127.0.0.1:${port}\r\nOrigin: http://evil.example\r\n`]],
    ['an origin without a name', ({ pathname, port }) => [`${pathname}api/runs`, `Host: 127.0.0.1:${port}\r\nOrigin: null\r\n`]],
    ['a page of another server of this machine', ({ pathname, port }) => [`${pathname}api/runs`, `Host: localhost:${port}\r\nOrigin: http://localhost:1\r\n`]],
    ['a browser that says cross-site', ({ pathname, port }) => [pathname, `Host: 127.0.0.1:${port}\r\nSec-Fetch-Site: cross-site\r\n`]],
    ['a browser that says same-site', ({ pathname, port }) => [pathname, `Host: 127.0.0.1:${port}\r\nSec-Fetch-Site: same-site\r\n`]],
    ['no token', ({ port }) => ['/', `Host: 127.0.0.1:${port}\r\n`]],
    ['a wrong token', ({ port }) => [`/${'0'.repeat(32)}/`, `Host: 127.0.0.1:${port}\r\n`]],
    ['a part of the token', ({ pathname, port }) => [pathname.slice(0, 20), `Host: 127.0.0.1:${port}\r\n`]],
    ['an absolute address', ({ pathname, port }) => [`http://evil.example${pathname}`, `Host: 127.0.0.1:${port}\r\n`]],
  ])('nobody with %s', async (_, of) => {
    const answer = await get(...of(page.url));
    expect(answer).toMatch(/^HTTP\/1\.1 (?:403|400) /u);
    const [head = '', body] = answer.split('\r\n\r\n');
    expect(body).toMatch(/^(?:0\r\n\r\n)?$/u);
    expect(head).not.toContain('access-control');
  });

  test('nobody changes anything without saying where from', async () => {
    const body = JSON.stringify({ position: 0, verdict: 'pass' });
    const headers = { 'content-type': 'application/json' };
    expect((await page.ask(`api/runs/${id}/labels`, { method: 'POST', headers, body })).status).toBe(403);
    expect((await page.ask(`api/runs/${id}/labels`, { method: 'DELETE', headers: { origin: page.origin } })).status).toBe(405);
    for (const method of ['OPTIONS', 'PUT', 'TRACE', 'PATCH']) expect((await page.ask('', { method, headers: { origin: page.origin } })).status).toBe(405);
    expect((await page.post(`api/runs/${id}/labels`, {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await page.post(`api/runs/${id}/labels`, {}, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await page.post(`api/runs/${id}/labels`, { note: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await page.ask(`api/runs/${id}/labels`)).json()).toEqual([]);
  });

  test('every answer keeps the browser strict', async () => {
    const { headers, text } = await page.ask('');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; connect-src 'self'; img-src data:; /u);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).toContain('<script');
    const json = await page.ask('api/page');
    expect(json.headers['content-security-policy']).toContain("default-src 'none'");
    expect(json.json()).toMatchObject({ mode: 'server', asked: [], can: { label: true } });
    expect((await page.ask('', { method: 'HEAD' })).text).toBe('');
  });
});

describe('runs', () => {
  test('all of the project, newest first, also killed ones and those that cannot be read', async () => {
    const found = (await page.ask('api/runs')).json() as readonly Record<string, unknown>[];
    expect(found.map((each) => each['id'])).toEqual(runs);
    expect(found.map(({ state, rows }) => [state, rows])).toEqual([
      ['ended', 100],
      ['killed', 100],
      ['ended', 3],
    ]);
    expect(found[0]).toMatchObject({ manifest: { run_id: id }, summary: { outcome: 'failed' } });
    expect(found[1]).toMatchObject({ summary: null });
    // Cases that failed in any of thousands of runs are no part of the list of them: a run has them in its rows.
    expect(Object.keys(found[0]?.['summary'] as object)).toEqual(expect.not.arrayContaining(['problems', 'borderline_cases']));
    expect(found[0]?.['summary']).toMatchObject({ problem_count: expect.any(Number), groups: expect.any(Array) });
    expect(found[2]?.['unreadable']).toContain('run.json');
    expect(found[0]).not.toHaveProperty('unreadable');
  });

  test.each(['..', '../runs', '%2e%2e', '..%2f..', '%2Fetc', '.', 'latest', '__proto__', 'nothing', `x${'y'.repeat(2000)}`, '%00', encodeURIComponent('<script>')])('%j is none', async (name) => {
    const { status, text } = await page.ask(`api/runs/${name}`);
    expect(status).toBe(404);
    expect(text).not.toContain('manifest');
  });

  test('what is not well encoded, or is not there, is told', async () => {
    expect((await page.ask('api/runs/%E0%A4')).json()).toEqual({ message: 'the address is not well encoded' });
    expect((await page.ask('secret.yaml')).status).toBe(404);
    expect((await page.ask('../secret.yaml')).status).toBe(404);
    expect((await page.ask(`api/runs/${id.slice(0, -1)}x`)).json()).toMatchObject({ hint: `did you mean ${id}?` });
  });
});

describe('a run', () => {
  const indexOf = async (run: string, query = ''): Promise<ReturnType<Awaited<ReturnType<ViewServer['ask']>>['lines']>> => (await page.ask(`api/runs/${run}/index${query}`)).lines();
  type Chunk = { readonly from: number; readonly rows: number; readonly names: { readonly cases: readonly { readonly id: string }[] }; readonly columns: { readonly case: readonly number[]; readonly verdict: readonly unknown[] } };

  test('its index comes in lines, with ids as they are', async () => {
    const events = await indexOf(id);
    expect(events.map(({ type }) => type)).toEqual(['chunk', 'end']);
    const [first = {}] = events;
    const { from, rows, names, columns } = first['chunk'] as Chunk;
    expect([from, rows]).toEqual([0, 100]);
    expect(names.cases.map((each) => each.id).toSorted()).toEqual(cases.map((each) => each.id).toSorted());
    expect(columns.case.map((number) => names.cases[number]?.id)).toContain(hostileId(0));
  });

  test('its index goes on where somebody stopped', async () => {
    const chunks = (await indexOf(id, '?from=60')).filter(({ type }) => type === 'chunk').map((event) => event['chunk'] as Chunk);
    expect(chunks.map(({ from, rows }) => [from, rows])).toEqual([[60, 40]]);
    expect((await page.ask(`api/runs/${id}/index?from=-1`)).status).toBe(400);
    expect((await indexOf(id, '?from=100')).map(({ type }) => type)).toEqual(['end']);
  });

  test('one that was killed ends without its torn line, one that cannot be read with the reason and what was before it', async () => {
    expect((await indexOf('2020-01-01T00-00-00-kill', '?live')).map(({ type }) => type)).toEqual(['chunk', 'run', 'end']);
    const events = await indexOf('2019-01-01T00-00-00-bad1');
    expect(events.map(({ type }) => type)).toEqual(['chunk', 'error', 'end']);
    expect(events[0]).toMatchObject({ chunk: { rows: 1 } });
    expect(events[1]?.['message']).toMatch(/results\.jsonl:2:1: this line is not a JSON object$/u);
  });

  test('its rows come by position, as they are stored, with the arithmetic', async () => {
    const stored = (await readFile(join(folder, '.assay/runs', id, 'results.jsonl'), 'utf8')).split('\n');
    const rows = (await page.ask(`api/runs/${id}/rows?at=7,0,99,100`)).lines();
    expect(rows.map(({ position }) => position)).toEqual([7, 0, 99]);
    expect(rows[0]?.['row']).toEqual(JSON.parse(stored[7] ?? ''));
    expect(rows[0]?.['explanation']).toContain('contains');
    for (const query of ['', '?at=', '?at=a', '?at=-1', `?at=${'1,'.repeat(600)}1`]) expect((await page.ask(`api/runs/${id}/rows${query}`)).status).toBe(400);
    expect(await page.ask('api/runs/2019-01-01T00-00-00-bad1/rows?at=1')).toMatchObject({ status: 200, text: '' });
  });

  test('a text is found whatever its case, a pattern as it says, in what is looked at', async () => {
    const search = async (body: object) => (await page.post(`api/runs/${id}/search`, body)).lines();
    const hits = async (body: object) => (await search(body)).flatMap(({ positions }) => (positions as readonly number[] | undefined) ?? []);
    const [found] = await hits({ text: 'NEEDLE', pattern: false, fields: [] });
    expect((await page.ask(`api/runs/${id}/rows?at=${found}`)).lines()[0]).toMatchObject({ row: { case_id: hostileId(42) } });
    expect(await hits({ text: 'Needle', pattern: false, fields: ['id'] })).toEqual([]);
    expect(await hits({ text: 'with a N[e]{2}dle', pattern: true, fields: ['input'] })).toEqual([found]);
    expect(await hits({ text: '(?i)NEEDLE', pattern: true, fields: ['reply'] })).toEqual([found]);
    expect(await hits({ text: '"', pattern: false, fields: ['id'] })).toHaveLength(cases.filter((each) => each.id.includes('"')).length);
    expect(await hits({ text: 'new\nline', pattern: false, fields: ['id'] })).toHaveLength(cases.filter((each) => each.id.includes('\n')).length);
    expect((await search({ text: 'nowhere to be found' })).at(-1)).toEqual({ type: 'end', searched: 100 });
  });

  test('two of them are compared as the command does', async () => {
    const { stdout } = await runAssay(['compare', id, '2020-01-01T00-00-00-kill', '--json'], { cwd: folder });
    const { changes, ...comparison } = (await page.ask(`api/compare?a=${id}&b=2020-01-01T00-00-00-kill`)).json() as { changes: readonly Record<string, unknown>[]; reasons: readonly string[] };
    expect(comparison).toEqual(JSON.parse(stdout));
    // What the command says in a sentence, in parts.
    expect(changes.map(({ finding, moved }) => `${finding}: ${moved}`)).toEqual([expect.stringMatching(/^not shown to be worse: \d\.\d\d → /u)]);
    expect(comparison.reasons.at(-1)).toContain(`${changes[0]?.['finding']}: ${changes[0]?.['moved']}`);
    expect((await page.ask(`api/compare?a=${id}&b=${id}&variant_a=nothing`)).json()).toMatchObject({ message: expect.stringContaining('run A has no variant "nothing"') });
    expect((await page.ask(`api/compare?a=${id}&b=${id}&variant_a=&variant_b=`)).json()).toMatchObject({ changes: [{ notes: [expect.stringContaining('p = 1.00'), expect.anything()] }] });
    expect((await page.ask(`api/compare?a=${id}`)).status).toBe(404);
    expect((await page.ask(`api/compare?a=${id}&b=${id}&target_a=nobody`)).json()).toMatchObject({ message: expect.stringContaining('nobody') });
    expect((await page.ask(`api/compare?a=${id}&b=${id}&tie=2`)).status).toBe(400);
  });
});

describe('what people say', () => {
  const file = (): string => join(folder, '.assay/labels/suite.jsonl');

  test('is appended to a file that can be committed, and read back', async () => {
    expect((await page.post(`api/runs/${id}/labels`, { position: 3, verdict: 'fail', note: 'no "answer"\nat all' })).json()).toMatchObject({ position: 3, verdict: 'fail', at: expect.stringMatching(/^\d{4}-/u) });
    await appendFile(file(), '\n');
    await page.post(`api/runs/${id}/labels`, { position: 3, verdict: 'pass', score: 0.9, note: '' });
    const [first = ''] = (await readFile(file(), 'utf8')).split('\n');
    expect(JSON.parse(first)).toMatchObject({ label_version: 1, run_id: id, suite: 'suite', suite_path: 'suite.jsonl', target: 'mock', variant: '', repeat: 1, verdict: 'fail', note: 'no "answer"\nat all' });
    expect((await page.ask(`api/runs/${id}/labels`)).json()).toMatchObject([
      { position: 3, verdict: 'fail' },
      { position: 3, verdict: 'pass', score: 0.9 },
    ]);
    for (const body of [{ position: 100, verdict: 'pass' }]) expect((await page.post(`api/runs/${id}/labels`, body)).status).toBe(404);
    for (const body of [{ position: 1.5, verdict: 'pass' }, { position: 1, verdict: 'good' }, { position: 1, verdict: 'pass', score: 2 }, { position: 1 }, { position: 1, verdict: null, score: 0.9 }]) {
      expect((await page.post(`api/runs/${id}/labels`, body)).status).toBe(400);
    }
    const torn = await page.post(`api/runs/${id}/labels`, { position: 3, verdict: 'pass', score: 0.1 });
    expect([torn.status, torn.json()]).toEqual([400, { message: expect.stringContaining('the verdict is pass, and the score 0.1 means fail'), hint: expect.stringContaining('leave out the score') }]);
    expect((await page.ask(`api/runs/${id}/labels`)).json()).toHaveLength(2);
  });

  test('a line that is no label is told with its place, and a link out of the project is not followed', async () => {
    const whole = await readFile(file(), 'utf8');
    await writeFile(file(), `${whole}{"label_version": 2}\n`);
    expect((await page.ask(`api/runs/${id}/labels`)).json()).toMatchObject({ message: expect.stringMatching(/suite\.jsonl:4:1.*label_version must be 1/su) });
    await rm(file());
    const outside = join(tmpdir(), `assay-view-outside-${process.pid}`);
    await symlink(outside, file());
    expect((await page.post(`api/runs/${id}/labels`, { position: 3, verdict: 'pass' })).json()).toMatchObject({ message: expect.stringContaining('leads out of the project') });
    await rm(outside, { force: true });
    await rm(file());
  });
});

test('a case is opened in the editor, and nothing else is', async () => {
  const log = join(folder, 'opened.txt');
  await writeFile(join(folder, 'code'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${log}'\n`, { mode: 0o755 });
  const editing = await startView(folder, [], { VISUAL: `${join(folder, 'code')} --reuse-window` });
  const results = join(folder, '.assay/runs/2020-01-01T00-00-00-kill/results.jsonl');
  const [line = '', ...rest] = (await readFile(results, 'utf8')).split('\n');
  const sources = ['/etc/hosts:1:1', '../outside.yaml:1:1', 'gone.yaml:1', 'package.json/..:1', '-rf'];
  await symlink('/etc', join(folder, 'link'));
  await symlink('/etc/hosts', join(folder, 'hosts.yaml'));
  const row = JSON.parse(line) as object;
  await writeFile(results, [...[...sources, 'hosts.yaml:1', 'suite.jsonl:8:1; touch x'].map((source) => JSON.stringify({ ...row, source })), ...rest].join('\n'));
  for (let position = 0; position < sources.length + 2; position += 1) {
    const { status } = await editing.post('api/runs/2020-01-01T00-00-00-kill/edit', { position });
    expect([404, 409]).toContain(status);
  }
  expect((await editing.post(`api/runs/${id}/edit`, { position: 0 })).status).toBe(204);
  for (let round = 0; round < 200 && (await readFile(log, 'utf8').catch(() => '')) === ''; round += 1) await sleep(20);
  expect(await readFile(log, 'utf8')).toMatch(new RegExp(`^--reuse-window\n-g\n${folder}/suite\\.jsonl:\\d+:1\n$`, 'u'));
  expect(await editing.end('SIGHUP')).toBe(0);
});

test('a run is looked at while it goes on, and after it; its page can be handed on as a file', async () => {
  let allowed = 1;
  const isAllowed = (number: number): boolean => number < allowed;
  const server = await startChatServer(async ({ text }) => {
    const number = Number(/question (\d+)/u.exec(text)?.[1]);
    while (!isAllowed(number)) await sleep(5);
    return 'an answer';
  });
  const project = await createWorkspace({
    'live.jsonl': [0, 1, 2].map((number) => `${JSON.stringify({ id: `c${number}`, expected_outcome: 'x', input: `question ${number}`, metadata: { level: number }, evaluators: [{ type: 'contains', value: 'nothing' }] })}\n`).join(''),
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const { child, finished } = startAssay(['run', 'live.jsonl', '--target', 'bot', '--concurrency', '1', '--view', '--report', 'html=page.html', '--out', 'elsewhere'], { cwd: project.folder });
  const url = await new Promise<URL>((resolve) => {
    let said = '';
    child.stderr?.on('data', (chunk: string) => {
      said += chunk;
      const [, address] = /^view: (\S+)$/mu.exec(said) ?? [];
      if (address !== undefined) resolve(new URL(address));
    });
  });
  const live = viewServer(child, url);
  const asked = async (): Promise<readonly string[]> => ((await live.ask('api/page')).json() as { readonly asked: readonly string[] }).asked;
  while ((await asked()).length === 0) await sleep(10);
  expect(await asked()).toEqual(['elsewhere']);
  while (server.requests.length < 2) await sleep(10);
  expect((await live.ask('api/runs/elsewhere')).json()).toMatchObject({ state: 'running', location: 'elsewhere', summary: null, rows: 1 });
  const { body } = await fetch(new URL('api/runs/elsewhere/index?live', url));
  let said = '';
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    // What is there comes before the others have ended.
    if (allowed === 1) expect(JSON.parse(piece)).toMatchObject({ type: 'chunk', chunk: { rows: 1, names: { metadata: ['level'], cases: [{ metadata: [[0, '0']] }] }, columns: { attempts: [1] } } });
    allowed = 3;
    said += piece;
  }
  const events = said.trimEnd().split('\n').map((line) => JSON.parse(line) as { readonly type: string });
  expect(events.map(({ type }) => type).filter((type) => type !== 'chunk')).toEqual(['run', 'end']);
  expect(events.at(-2)).toMatchObject({ run: { state: 'ended', rows: 3, summary: { outcome: 'failed' } } });
  expect((await live.ask('api/runs/elsewhere/rows?at=2')).lines()).toMatchObject([{ position: 2, row: { metadata: { level: 2 } } }]);
  while (!existsSync(join(project.folder, 'page.html'))) await sleep(10);
  await sleep(300);
  expect(child.exitCode).toBe(null);
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('failed') });
  const html = await project.read('page.html');
  expect(html.includes('<script type="application/octet-stream" id="assay-page">')).toBe(true);
  expect(html.includes('id="assay-rows-0-0"')).toBe(true);
});
