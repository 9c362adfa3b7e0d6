import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { redisPresence, startBatchServer, startRedis, type BatchServer } from '@assay/schema/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();

const CASES = 48;
const KEY = 'not-a-real-key';
const SECRET = 'a-secret-of-the-queue-7';

const itemIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
const verdict = (classification: string): string => JSON.stringify({ reflection: 'Looked.', hits: [], misses: [], classification });

/** The cheap judge wavers on every sixth reply and passes the others; the panel fails every third. */
function answer({ model, text }: { readonly model: string; readonly text: string }): string {
  if (panelBabbles && model !== 'cheap-1') return 'I like trains.';
  const item = itemIn(text);
  if (model === 'cheap-1') return verdict(item % 6 === 0 ? 'LARGELY_MET' : 'FULLY_MET');
  return verdict(item % 3 === 0 ? 'NOT_MET' : 'FULLY_MET');
}

let panelBabbles = false;
let server: BatchServer;
let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const run = (out: string, ...args: string[]) => assay('run', 'items.yaml', '--target', 'bot', '--out', out, '--concurrency', '8', '--report', `json=${out}.json`, ...args);

/** What became of each case: how far its question went. */
async function ways(out: string): Promise<readonly string[]> {
  const last = new Map((await workspace.rows(out)).map((row) => [row.caseId, row]));
  return [...last.values()]
    .map(({ caseId, score, evaluators }) => {
      const votes = evaluators[0]?.points?.[0]?.judges ?? [];
      return `${caseId} ${score} ${votes.map(({ id, stage = 'panel', panelScore }) => `${id}:${stage}${panelScore === undefined ? '' : `=${panelScore}`}`).join(' ')}`;
    })
    .toSorted();
}

const cascadeOf = async (file: string): Promise<Record<string, unknown>> => JSON.parse(await workspace.read(file)).judging.cascade;

beforeEach(async () => {
  panelBabbles = false;
  server = await startBatchServer({ answer });
  onTestFinished(() => server.close());
  const cases = Array.from({ length: CASES }, (_, item) => `  - { id: c${item}, expected_outcome: Is right, input: The reply to item ${item}, rubrics: [Is right] }`);
  workspace = await createWorkspace({
    'items.yaml': `evalcases:\n${cases.join('\n')}\n`,
    '.assay/config.yaml': 'judges:\n  panel: [strict, kind]\n  cascade: { first: cheap, band: 0.1, audit: 0.25 }\n',
    '.assay/targets.yaml': [
      'targets:',
      '  - { name: bot, provider: mock }',
      `  - { name: cheap, provider: openai, model: cheap-1, endpoint: '${server.url}/v1', api_key: ${KEY} }`,
      `  - { name: strict, provider: openai, model: strict-1, endpoint: '${server.url}/v1', api_key: ${KEY} }`,
      `  - { name: kind, provider: anthropic, model: kind-1, endpoint: '${server.url}', api_key: ${KEY} }`,
      '',
    ].join('\n'),
  });
});

describe('what a first judge is sure of is put to the panel by lot, and the lot is the same', () => {
  test('in a second run, one that is resumed, one that is scored again, and with a cache', async () => {
    expect((await run('first', '--cache')).exitCode).toBe(1);
    const expected = await ways('first');
    const [handed, audited] = [':panel', ':audit'].map((stage) => expected.filter((way) => way.includes(stage)).length);
    expect(handed).toBe(CASES / 6);
    expect(audited).toBeGreaterThan(3);
    expect(audited).toBeLessThan(20);
    const cascade = await cascadeOf('first.json');
    const { difference, difference_interval: interval } = cascade as { difference: number; difference_interval: { low: number; high: number } };
    expect([interval.low < difference, difference < interval.high]).toEqual([true, true]);
    expect(cascade).toMatchObject({ asked: CASES, escalated: handed, audited, disagreed: expected.filter((way) => way.includes('first=0 ')).length });
    const asked = server.asked.length;
    expect(asked).toBe(CASES + 2 * ((handed ?? 0) + (audited ?? 0)));

    await run('cached', '--cache');
    expect(await ways('cached')).toEqual(expected);
    expect(server.asked.length).toBe(asked);

    // Half of the rows are lost, as after a kill.
    await cp(join(workspace.folder, 'cached'), join(workspace.folder, 'half'), { recursive: true });
    const lines = (await workspace.read('half/results.jsonl')).trimEnd().split('\n');
    await workspace.write({ 'half/results.jsonl': `${lines.slice(0, CASES / 2).join('\n')}\n` });
    const resumed = await assay('run', '--resume', 'half', '--report', 'json=half.json');
    expect(resumed.stdout).toMatch(/24 kept/u);
    expect(await ways('half')).toEqual(expected);
    expect(await cascadeOf('half.json')).toEqual(cascade);

    await assay('run', '--rescore', 'first', '--no-cache', '--report', 'json=again.json');
    expect((await workspace.rows('first')).length).toBe(2 * CASES);
    expect(await ways('first')).toEqual(expected);
    expect(await cascadeOf('again.json')).toEqual(cascade);
  });

  test('in batches: of the first judge, and then of the panel', async () => {
    await run('at-once');
    const asked = server.asked.length;
    expect(await run('batched', '--batch', '--wait', '0.05')).toMatchObject({ exitCode: 1, stderr: expect.not.stringContaining('Warning:') });
    expect(await ways('batched')).toEqual(await ways('at-once'));
    expect(await cascadeOf('batched.json')).toEqual(await cascadeOf('at-once.json'));
    expect(server.asked.length).toBe(2 * asked);
    expect(server.batches.map(({ items }) => items.length)).toEqual([CASES, (asked - CASES) / 2, (asked - CASES) / 2]);
  });

  test.skipIf(absent)(`by the workers of a queue${note}`, { timeout: 60_000 }, async () => {
    await run('here');
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const there = (...args: string[]) => startAssay([...args, '--queue', redis.url], { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: SECRET } });
    const workers = [there('worker', '--target', 'bot'), there('worker', '--target', 'bot')];
    expect((await there('run', 'items.yaml', '--target', 'bot', '--out', 'there', '--report', 'json=there.json').finished).exitCode).toBe(1);
    for (const { child } of workers) child.kill('SIGTERM');
    for (const { finished } of workers) expect((await finished).exitCode).toBe(0);
    expect(await ways('there')).toEqual(await ways('here'));
    expect(await cascadeOf('there.json')).toEqual(await cascadeOf('here.json'));
  });
});

test('the disagreement stands with its interval in the terminal, in JSON and Markdown, also of reports that are made later', async () => {
  const { stdout } = await run('first', '--report', 'markdown=run.md');
  const { audited, disagreed } = await cascadeOf('first.json');
  const said = new RegExp(`handed 8 of 48\\s+questions\\s+to\\s+the\\s+panel;\\s+of\\s+${String(audited)}\\s+others[\\s\\S]*passed\\s+or\\s+failed\\s+${String(disagreed)}\\s+otherwise:\\s+0\\.\\d\\d\\s+\\(0\\.\\d\\d–0\\.\\d\\d`, 'u');
  const later = await assay('report', 'first', '--report', 'markdown=later.md', '--report', 'json=later.json');
  expect(later.exitCode).toBe(0);
  for (const text of [stdout, await workspace.read('run.md'), await workspace.read('later.md')]) expect(text).toMatch(said);
  expect(await cascadeOf('later.json')).toEqual(await cascadeOf('first.json'));
});

test('what was drawn, and the panel had no usable answer on, is counted apart: it is no agreement', async () => {
  await run('sound');
  const { audited } = await cascadeOf('sound.json');
  panelBabbles = true;
  const { exitCode, stdout } = await run('lost', '--max-retries', '0');
  expect([exitCode, await cascadeOf('lost.json')]).toEqual([3, { asked: CASES, escalated: CASES / 6, audited: 0, audits_lost: audited, disagreed: 0, difference: null }]);
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(`whether the panel agrees with the others was not looked at (it gave no usable answer on ${String(audited)} that were drawn)`);
});
