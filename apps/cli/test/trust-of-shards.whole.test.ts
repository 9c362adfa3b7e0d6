import { beforeAll, describe, expect, test } from 'vitest';
import { startChatServer, type ChatRequest } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const CASES = 60;
const itemIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
/** Three of four replies are good. */
const isGood = (item: number): boolean => item % 4 !== 0;
const TRUTH = 0.75;

/** One judge is wrong on every tenth reply, the other fails every third. */
function verdictOn({ model, text }: ChatRequest): string {
  const item = itemIn(text);
  const passes = model === 'fair' ? isGood(item) !== (item % 10 === 5) : item % 3 !== 0;
  return JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

interface Printed {
  readonly groups: readonly { readonly method: string; readonly labels: number; readonly pass_rate: { readonly raw: number; readonly estimate: number; readonly low: number; readonly high: number } }[];
  readonly quality: readonly { readonly judge: string; readonly tpr: { readonly value: number } }[];
}

let workspace: Workspace;
const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
const run = (out: string, ...more: readonly string[]) => assay('run', 'items.jsonl', '--target', 'bot', '--out', out, '--concurrency', '20', ...more);
const config = (panel: string): string => `judges: { panel: ${panel} }\nverdicts: { pass: 0.5, borderline: 0.4 }\n`;

async function label(of: string): Promise<void> {
  const shown = (await assay('label', of, '--json', '--sample', '40')).stdout.trim().split('\n');
  const answers = shown.map((line) => {
    const { trial_key, reply } = JSON.parse(line) as { readonly trial_key: string; readonly reply: string };
    return JSON.stringify({ trial_key, verdict: isGood(itemIn(reply)) ? 'pass' : 'fail' });
  });
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect(await assay('label', of, '--sample', '40', '--answers', 'answers.jsonl')).toMatchObject({ exitCode: 0 });
}

/** What is known of the judges of a run, without what differs between runs of the same. */
async function trustOf(of: string): Promise<Printed> {
  const { run_id: _run, location: _location, ...found } = JSON.parse((await assay('calibrate', of, '--json')).stdout) as Printed & Record<'run_id' | 'location', string>;
  return found;
}

const judgingOf = async (of: string): Promise<unknown> => (JSON.parse((await assay('report', of, '--json')).stdout) as { readonly judging: unknown }).judging;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startChatServer(verdictOn, (stop) => void ends.push(stop));
  const judges = ['fair', 'harsh'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`);
  const items = Array.from({ length: CASES }, (_, item) => JSON.stringify({ id: `case-${item}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `The reply to item ${item}` }));
  workspace = await createWorkspace({ 'items.jsonl': `${items.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judges.join('')}`, '.assay/config.yaml': config('[fair, harsh]') }, (clean) => void ends.push(clean));
  return async () => {
    for (const end of ends) await end();
  };
}, 60_000);

describe('what is known of judges', () => {
  test('is of merged shards what it is of the whole run: agreement, leans, labels, calibration', async () => {
    await run('whole');
    for (const shard of ['1', '2', '3']) await run(`part-${shard}`, '--shard', `${shard}/3`);
    await assay('merge', 'part-1', 'part-2', 'part-3', '--out', 'merged');
    expect(await judgingOf('merged')).toEqual(await judgingOf('whole'));
    expect(await judgingOf('merged')).toMatchObject({ agreement: { questions: CASES }, judges: [{ id: 'fair' }, { id: 'harsh' }] });
    for (const each of ['whole', 'merged']) await label(each);
    const merged = await trustOf('merged');
    expect(merged).toEqual(await trustOf('whole'));
    expect(merged.groups).toMatchObject([{ method: 'prediction_powered', labels: 40 }]);
    expect(await judgingOf('part-1')).toMatchObject({ agreement: { questions: expect.any(Number) as number } });
  }, 60_000);

  test('follows replies that are scored again with other weights: labels stay, and what is corrected is the new score', async () => {
    await run('first');
    await label('first');
    const before = await trustOf('first');
    await workspace.write({ '.assay/config.yaml': config('[{ model: fair, weight: 9 }, harsh]') });
    expect((await assay('run', '--rescore', 'first')).stdout).toContain(`${CASES} scored again`);
    const after = await trustOf('first');
    const [[old], [now]] = [before.groups, after.groups];
    // What passes now is what the fair judge passes.
    expect([old?.pass_rate.raw, now?.pass_rate.raw]).not.toEqual([now?.pass_rate.raw, old?.pass_rate.raw]);
    expect(now).toMatchObject({ method: 'prediction_powered', labels: 40 });
    expect([now && now.pass_rate.low < TRUTH, now && now.pass_rate.high > TRUTH]).toEqual([true, true]);
    // Of each judge alone the labels say what they said.
    expect(after.quality.slice(1)).toEqual(before.quality.slice(1));
    expect(after.quality[0]?.tpr).toEqual(after.quality.find(({ judge }) => judge === 'fair')?.tpr);
    expect(after.quality[0]?.tpr).not.toEqual(before.quality[0]?.tpr);
  }, 60_000);
});
