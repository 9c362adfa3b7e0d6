import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startChatServer, type ChatAnswer, type ChatServer } from './support/chat-server.js';
import { startAssay } from './support/assay.js';
import { startView } from './support/view-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const SUITE = `
evalcases:
  - { id: one, expected_outcome: Greets, input: Say hello, assertions: [{ type: contains, value: o }] }
  - { id: two, expected_outcome: Bids farewell, input: Say goodbye, assertions: [{ type: contains, value: o }] }
`;
const REPLIES: Readonly<Record<string, string>> = { good: 'Hello, dear and welcome guest!', fair: 'Hello, you.', poor: 'o', twin: 'o' };
const preference = (better: 'FIRST_BETTER' | 'SECOND_BETTER' | 'EQUALLY_GOOD'): string => JSON.stringify({ reflection: 'Seen.', classification: better });

type Judge = (first: string, second: string) => ChatAnswer;
/** Prefers the longer reply. */
const longer: Judge = (first, second) => preference(first.length === second.length ? 'EQUALLY_GOOD' : first.length > second.length ? 'FIRST_BETTER' : 'SECOND_BETTER');

/** Which replies a judge was shown, in their order. */
function shown(prompt: string): [string, string] {
  const texts = [...new Set(Object.values(REPLIES))].map((text) => ({ text, at: prompt.indexOf(`\n${text}\n`) })).filter(({ at }) => at >= 0);
  const [first, second] = texts.toSorted((a, b) => a.at - b.at);
  return [first?.text ?? '', second?.text ?? ''];
}

async function project(judge: Judge): Promise<{ workspace: Workspace; server: ChatServer; asked: () => number }> {
  const server: ChatServer = await startChatServer((request) => (request.model === 'judge' ? judge(...shown(JSON.stringify(request).replaceAll('\\n', '\n'))) : (REPLIES[request.model] ?? '')));
  const targets = [...Object.keys(REPLIES), 'judge'].map((model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`);
  const workspace = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`, '.assay/config.yaml': 'judges: [judge]\n' });
  return { workspace, server, asked: () => server.requests.filter(({ model }) => model === 'judge').length };
}

const run = (workspace: Workspace, out: string, ...targets: string[]) =>
  runAssay(['run', 'suite.yaml', '--out', out, ...targets.flatMap((target) => ['--target', target])], { cwd: workspace.folder });
const rank = (workspace: Workspace, ...args: string[]) => runAssay(['rank', ...args], { cwd: workspace.folder });

/** Waits for something that happens soon, on a busy machine too. */
async function until(happened: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) if (await happened()) return;
  throw new Error('it did not happen');
}

test('Ctrl-C ends with 130 and keeps the pairs that were judged; the next call asks about the others alone', async () => {
  const { workspace, asked } = await project((first, second) => (new Set([first, second]).has(REPLIES['poor'] ?? '') && hangs ? { hang: true } : longer(first, second)));
  let hangs = true;
  await run(workspace, 'a', 'good', 'fair', 'poor');
  const { child, finished } = startAssay(['rank', 'a'], { cwd: workspace.folder });
  const kept = async (): Promise<number> => (await workspace.read('a/ranking.jsonl').catch(() => '')).split('\n').length - 1;
  await until(async () => (await kept()) === 2 && asked() > 4);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await finished;
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 130, stdout: '', stderr: expect.stringContaining('stopping: pairs that were judged are kept') as string });
  expect(await kept()).toBe(2);
  hangs = false;
  const before = asked();
  const again = await rank(workspace, 'a', '--json');
  expect([again.exitCode, JSON.parse(again.stdout).pairs]).toEqual([0, { compared: 6, lost: 0, equal: 0 }]);
  expect(asked() - before).toBe(8);
});

describe('assay rank', () => {
  test('ranks the targets of a run, asks about each pair in both orders once, and goes on where it was', async () => {
    const { workspace, asked } = await project(longer);
    await run(workspace, 'a', 'good', 'fair', 'poor');
    const plan = await rank(workspace, 'a', '--dry-run');
    expect(plan.stdout).toContain('Would compare 6 pairs of replies to 2 cases, of which 0 are judged already: at most 12 requests to judge');
    expect(asked()).toBe(0);
    const first = await rank(workspace, 'a', '--json');
    expect(first).toMatchObject({ exitCode: 0 });
    const ranking = JSON.parse(first.stdout);
    expect(ranking).toMatchObject({ outcome: 'ranked', cases: 2, asked: 6, pairs: { compared: 6, lost: 0, equal: 0 }, position_bias: [{ judge: 'judge', pairs: 6, first: 0, second: 0 }] });
    expect(ranking.groups).toHaveLength(1);
    expect(ranking.groups[0].members).toMatchObject([
      { name: 'good', wins: 4, high: null, open_above: true, open_below: false },
      { name: 'fair', wins: 2, losses: 2 },
      { name: 'poor', losses: 4, low: null, open_below: true },
    ]);
    expect(asked()).toBe(12);
    // What was found is kept for the page and reports.
    const { asked: _, cost_usd: __, errors: ___, ...found } = ranking;
    const kept = JSON.parse(await workspace.read('a/ranking.json'));
    expect(kept).toEqual({ ...found, ranked_at: expect.stringMatching(/^\d{4}-.*Z$/u), runs: [expect.any(String)] });
    const served = await startView(workspace.folder, ['a']);
    const { ranking: told } = (await served.ask('api/runs/a/trust')).json() as { ranking: { tables: readonly { rows: readonly (readonly string[])[]; spans: { of: readonly unknown[] } }[] } };
    expect(told.tables[0]?.rows.map(([name, , ends]) => [name, ends])).toEqual([
      ['good', expect.stringMatching(/ to open$/u)],
      ['fair', 'open to open'],
      ['poor', expect.stringMatching(/^open to /u)],
    ]);
    expect(told.tables[0]?.spans.of).toMatchObject([{ high: null }, {}, { low: null }]);
    await workspace.write({ 'a/ranking.json': '{"schema_version": 1}' });
    expect((await served.ask('api/runs/a/trust')).json()).toMatchObject({ ranking: null, problems: [expect.stringMatching(/a\/ranking\.json: .*assay rank writes it again/u)] });
    await served.end();

    // A line that a killed process left half written is asked about again, and nothing else is.
    const lines = (await workspace.read('a/ranking.jsonl')).trimEnd().split('\n');
    await workspace.write({ 'a/ranking.jsonl': `${lines.slice(1).join('\n')}\n${lines[0]?.slice(0, 20)}` });
    const again = await rank(workspace, 'a');
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toMatch(/1 {2}good .*\n.*2 {2}fair .*\n.*3 {2}poor /u);
    expect(asked()).toBe(14);
    expect((await rank(workspace, 'a', '--dry-run')).stdout).toContain('6 are judged already');
    // Another question is another comparison.
    expect((await rank(workspace, 'a', '--criteria', 'Is shorter', '--dry-run')).stdout).toContain('0 are judged already');
  });

  test('compares runs with each other; a judge that follows the order sees ties, and equal replies ask nobody', async () => {
    const { workspace, asked } = await project(() => preference('FIRST_BETTER'));
    await run(workspace, 'a', 'poor');
    await run(workspace, 'b', 'poor', 'twin', 'good');
    const ranked = await rank(workspace, 'a', 'b', '--json');
    const { groups, position_bias: bias, pairs } = JSON.parse(ranked.stdout);
    expect(groups[0].members.map(({ name }: { name: string }) => name).toSorted()).toEqual(['good', expect.stringMatching(/^poor \(.+\)$/u), expect.stringMatching(/^poor \(.+\)$/u), 'twin']);
    expect(groups[0].members.every(({ ties, wins }: { ties: number; wins: number }) => ties === 6 && wins === 0)).toBe(true);
    expect(pairs).toEqual({ compared: 12, lost: 0, equal: 6 });
    // Two cases that tie do not show that all are alike.
    for (const member of groups[0].members) expect(member).toMatchObject({ low: null, high: null, open_below: true, open_above: true });
    expect(bias).toMatchObject([{ judge: 'judge', pairs: 6, first: 6, second: 0, led: { rate: 1, low: expect.closeTo(0.158, 3), high: 1, cases: 2 } }]);
    // Two runs of one target gave the same reply: what is said of one is not asked of the other.
    expect(asked()).toBeLessThanOrEqual(12);
  });

  test('targets that gave no reply, or an empty one, are named with what they left out: in the ranking, with --json, and where it is kept', async () => {
    const { workspace } = await project(longer);
    await workspace.write({ 'outputs.jsonl': '{"id": "one", "text": "Hello, dear guest!"}\n{"id": "two", "text": "  "}\n' });
    await run(workspace, 'a', 'good', 'fair');
    await runAssay(['score', 'suite.yaml', '--outputs', 'outputs.jsonl', '--out', 'b'], { cwd: workspace.folder });
    const ranked = await rank(workspace, 'a', 'b', '--json');
    const { unanswered } = JSON.parse(ranked.stdout);
    expect(unanswered).toEqual([{ name: expect.any(String), trials: 1 }]);
    expect(JSON.parse(await workspace.read('a/ranking.json'))).toMatchObject({ unanswered });
    const said = `1 trial without a reply, or with an empty one, takes no part (${unanswered[0].name} 1)`;
    const { stdout, stderr } = await rank(workspace, 'a', 'b');
    expect([stdout.replaceAll(/\s+/gu, ' '), stderr]).toEqual([expect.stringContaining(`${said}, and no strength knows of it`), expect.stringContaining(`note: ${said}`)]);
    const { stdout: page } = await runAssay(['report', 'a', '--report', 'markdown'], { cwd: workspace.folder });
    expect(page).toContain('1 trial without a reply, or with an empty one, takes no part');
  });

  test('a judge of a panel that was down is named with what was judged without it, and is asked when it is back', async () => {
    let down = true;
    const server = await startChatServer((request) => {
      if (request.model === 'frail' && down) return { status: 400 };
      return ['judge', 'frail'].includes(request.model) ? longer(...shown(JSON.stringify(request).replaceAll('\\n', '\n'))) : (REPLIES[request.model] ?? '');
    });
    const targets = ['good', 'fair', 'judge', 'frail'].map((model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`);
    const workspace = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`, '.assay/config.yaml': 'judges: [judge, frail]\n' });
    await run(workspace, 'a', 'good', 'fair');
    const alone = await rank(workspace, 'a', '--max-retries', '0');
    expect(alone.exitCode).toBe(0);
    expect(alone.stdout).toContain('2 pairs of replies to 2 cases; judge frail gave no usable answer on 2 of 2 pairs that were judged without it');
    expect(alone.stderr).toContain('warning: judge frail gave no usable answer on 2 of 2 pairs that were judged without it; they are asked about these pairs again with the next call');
    expect(JSON.parse(await workspace.read('a/ranking.json'))).toMatchObject({ absent_judges: [{ judge: 'frail', pairs: 2 }], judges: ['judge', 'frail'] });
    const { stdout: page } = await runAssay(['report', 'a', '--report', 'markdown'], { cwd: workspace.folder });
    expect(page).toContain('judge frail gave no usable answer on 2 of 2 pairs');
    down = false;
    expect((await rank(workspace, 'a', '--dry-run')).stdout).toContain('2 pairs of replies to 2 cases, of which 0 are judged already');
    const whole = await rank(workspace, 'a', '--json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ asked: 2, absent_judges: [], position_bias: [{ judge: 'frail', pairs: 2 }, { judge: 'judge', pairs: 2 }] });
    expect(whole.stderr).not.toContain('usable');
    // What was said by both is not lost when one of them is down again.
    down = true;
    expect(JSON.parse((await rank(workspace, 'a', '--json')).stdout)).toMatchObject({ asked: 0, absent_judges: [] });
  });

  test('pairs that nobody could judge leave it undecided, those that were are kept', async () => {
    let down = true;
    const { workspace, asked } = await project((first, second) => (down && (first === 'o' || second === 'o') ? 'I like trains.' : longer(first, second)));
    await run(workspace, 'a', 'good', 'fair', 'poor');
    const lost = await rank(workspace, 'a', '--json', '--max-retries', '0');
    expect(lost.exitCode).toBe(3);
    expect(JSON.parse(lost.stdout)).toMatchObject({ outcome: 'undecided', pairs: { compared: 6, lost: 4 } });
    expect(lost.stderr).toContain('pairs were lost: no judge gave a usable answer');
    down = false;
    const before = asked();
    expect((await rank(workspace, 'a')).exitCode).toBe(0);
    expect(asked() - before).toBe(8);
  });

  test.each([
    ['{"winner": "B", "score": 1}', 'B'],
    ['{"reflection": "Seen.", "score": 0.5}', '0.5'],
    ['{"choice": "A", "verdict": "FIRST_BETTER"}', 'no classification'],
    ['1', '1'],
  ])('a number is no preference, and neither is what stands under another name: %s', async (said) => {
    const { workspace } = await project(() => said);
    await run(workspace, 'a', 'good', 'fair');
    const { exitCode, stdout } = await rank(workspace, 'a', '--json', '--max-retries', '0');
    expect([exitCode, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ outcome: 'undecided', pairs: { compared: 2, lost: 2, equal: 0 } })]);
  });

  test('the quorum is of judges that answered in both orders, in a ranking and in select_best; a calibration shows who follows the order', async () => {
    const model = (name: string) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}\n`;
    const server: ChatServer = await startChatServer((request) => {
      const [first, second] = shown(JSON.stringify(request).replaceAll('\\n', '\n'));
      if (!request.model.startsWith('judge')) return REPLIES[request.model] ?? '';
      const isFirst = first === REPLIES['good'];
      if (request.model === (isFirst ? 'judge-b' : 'judge-c')) return 'I like trains.';
      return request.model === 'judge-a' ? longer(first, second) : preference('FIRST_BETTER');
    });
    const workspace = await createWorkspace({
      'suite.yaml': SUITE,
      'best.yaml': 'evaluators: [{ type: select_best }]\nevalcases: [{ id: one, expected_outcome: Greets, input: Say hello }]\n',
      '.assay/targets.yaml': `targets:\n${['good', 'fair', 'judge-a', 'judge-b', 'judge-c'].map(model).join('')}`,
      '.assay/config.yaml': 'judges: { panel: [judge-a, judge-b, judge-c], quorum: 2 }\n',
    });
    await run(workspace, 'a', 'good', 'fair');
    const ranked = await rank(workspace, 'a', '--json', '--max-retries', '0');
    expect(ranked.exitCode).toBe(3);
    expect(JSON.parse(ranked.stdout)).toMatchObject({ outcome: 'undecided', pairs: { compared: 2, lost: 2 }, errors: ['1 usable answer(s) in both orders of the 2 needed'] });
    // By one of them alone it is ranked.
    expect((await rank(workspace, 'a', '--judge', 'judge-a')).exitCode).toBe(0);
    const best = await runAssay(['run', 'best.yaml', '--target', 'good', '--target', 'fair', '--out', 'b', '--max-retries', '0', '--json'], { cwd: workspace.folder });
    expect(best.exitCode).toBe(3);
    expect(JSON.parse(best.stdout).judging.judges.map(({ id, asked, lost }: { id: string; asked: number; lost: number }) => [id, asked, lost])).toEqual([['judge-a', 2, 0], ['judge-b', 2, 2], ['judge-c', 2, 2]]);
    const calibrated = await runAssay(['calibrate', 'b', '--json'], { cwd: workspace.folder });
    expect(JSON.parse(calibrated.stdout).leans).toMatchObject([{ kind: 'position', part: 'shown first', lean: { value: 0.5 } }]);
  });

  test('says what it needs', async () => {
    const { workspace } = await project(longer);
    await run(workspace, 'a', 'good');
    expect(await rank(workspace, 'a')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('nothing to rank') });
    expect(await rank(workspace)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('this project has no run yet') });
    expect(await runAssay(['run', 'suite.yaml', '--target', 'good'], { cwd: workspace.folder })).toMatchObject({ exitCode: 0 });
    expect(await rank(workspace)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('nothing to rank') });
    expect(await rank(workspace, 'a', 'a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('named twice') });
    expect(await rank(workspace, 'zzz')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no run "zzz"') });
    await workspace.write({ '.assay/config.yaml': '' });
    expect(await rank(workspace, 'a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no judge is named that could compare replies') });
  });

  test('a budget that is used up leaves the other pairs undecided, and a larger one goes on', async () => {
    const { workspace, asked } = await project(longer);
    await run(workspace, 'a', 'good', 'fair', 'poor');
    const short = await rank(workspace, 'a', '--json', '--max-tokens', '60', '--concurrency', '1');
    expect(short.exitCode).toBe(3);
    expect(short.stderr).toContain('what is left of the tokens');
    const first = asked();
    expect(first).toBeLessThan(12);
    expect((await rank(workspace, 'a')).exitCode).toBe(0);
    expect(asked()).toBeLessThanOrEqual(first + 12);
  });
});
