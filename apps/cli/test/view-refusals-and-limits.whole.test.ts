import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { viewedRuns } from './support/projects/viewed-runs.js';
import { askAt, startView, type ViewServer } from './support/commands/view-server.js';

let folder: string;
let page: ViewServer;
/** The run that counts. */
let id: string;

beforeAll(async () => {
  ({ folder, page, id } = await viewedRuns());
}, 120_000);

afterAll(async () => {
  await page.end();
  await rm(folder, { recursive: true, force: true });
});

describe('who is let in', () => {
  test('who never ends a request holds nobody up', async () => {
    const other = await startView(folder);
    const hanging = [other.raw('GET / HTTP/1.1\r\nHost: a'), other.raw(`POST ${other.url.pathname}api/runs/${id}/search HTTP/1.1\r\nHost: ${other.url.host}\r\nOrigin: ${other.origin}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`)];
    const ends = Promise.allSettled(hanging);
    await sleep(100);
    expect((await other.ask('api/page')).status).toBe(200);
    expect(await other.end()).toBe(0);
    await ends;
  });
});

describe('runs', () => {
  test('those that are asked for by name come first, and an unknown one is refused', async () => {
    const asked = await startView(folder, ['2020-01-01T00-00-00-kill', 'latest', '--untrusted', '--port', page.url.port === '45871' ? '45872' : '45871']);
    expect(asked.url.port).toMatch(/^4587[12]$/u);
    expect((await asked.ask('api/page')).json()).toMatchObject({ can: { label: false, edit: false } });
    expect((await asked.post('api/runs/2020-01-01T00-00-00-kill/labels', { position: 0, verdict: 'pass' })).status).toBe(409);
    expect((await asked.post('api/runs/2020-01-01T00-00-00-kill/edit', { position: 0 })).status).toBe(409);
    const ids = ((await asked.ask('api/page')).json() as { asked: unknown }).asked;
    expect(ids).toEqual(['2020-01-01T00-00-00-kill', id]);
    const port = asked.url.port;
    expect(await runAssay(['view', '--no-open', '--port', port], { cwd: folder })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`port ${port} cannot be used: something else listens there`) });
    expect(await asked.end('SIGTERM')).toBe(0);
    expect(await runAssay(['view', `${id}x`], { cwd: folder })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`did you mean ${id}?`) });
  });
});

describe('a run', () => {
  test('a pattern that takes too long ends, one that is none is told', async () => {
    const slow = (await page.post(`api/runs/${id}/search`, { text: '(a+)+$x', pattern: true, fields: ['input'] })).lines();
    expect(slow.at(-1)).toMatchObject({ type: 'error', message: expect.stringContaining('takes more than 1 s') });
    expect((await page.post(`api/runs/${id}/search`, { text: '(', pattern: true })).json()).toMatchObject({ message: 'this is no pattern: Unterminated group' });
    for (const body of [{}, { text: '' }, { text: 'a', fields: ['secret'] }, { text: 'a', other: 1 }, []]) expect((await page.post(`api/runs/${id}/search`, body)).status).toBe(400);
  });
});

test('a token of one page opens no other', async () => {
  const other = await startView(folder);
  expect((await askAt(page.url, other.url.pathname, { headers: { host: page.url.host } })).status).toBe(403);
  expect(await other.end()).toBe(0);
});
