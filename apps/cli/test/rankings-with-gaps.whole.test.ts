import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer, type ChatServer } from './support/servers/chat-server.js';
import { longer, preference, project, rank, REPLIES, run, shown, SUITE } from './support/projects/ranked-replies.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

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

  test('a run that has lost rows is told of: what is gone takes no part', async () => {
    const { workspace } = await project(longer);
    await run(workspace, 'a', 'good', 'fair', 'poor');
    const lines = (await workspace.read('a/results.jsonl')).trimEnd().split('\n');
    expect((await rank(workspace, 'a', '--dry-run')).stderr).not.toContain('has stored');
    await workspace.write({ 'a/results.jsonl': `${lines.slice(1).join('\n')}\n` });
    for (const more of [['--dry-run'], ['--json']]) {
      const { exitCode, stderr } = await rank(workspace, 'a', ...more);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`note: a/results.jsonl holds ${lines.length - 1} of the ${lines.length} rows that the run has stored; the others are not ranked`)]);
    }
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
