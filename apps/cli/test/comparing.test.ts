import { WAITS_FOR_OTHERS } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { ChatAnswer, ChatRequest } from './support/servers/chat-server.js';
import { best, CASE, graded, last, project, REPLIES, shown } from './support/projects/compared-replies.js';
import { runAssay } from './support/commands/warm-assay.js';

describe('replies of several targets, compared', () => {
  test('two targets: each is asked for in both orders; the better one has the 1, and rows say with whom they were compared', async () => {
    const { server, workspace, run } = await project();
    const { exitCode, stdout } = await run(['short', 'long'], '--threshold', '0.4', '--json');
    const stored = await workspace.rows();
    const rows = last(stored);
    expect(best(rows.get('long'))).toMatchObject({ score: 1, verdict: 'pass', points: [{ text: 'better than the reply of short', score: 1 }], details: { compared_with: ['short'], best: ['long'] } });
    expect(best(rows.get('short'))).toMatchObject({ score: 0, verdict: 'fail', points: [{ text: 'better than the reply of long', score: 0 }], details: { compared_with: ['long'] } });
    expect(rows.get('long')).toMatchObject({ status: 'ok', score: 1, verdict: 'pass', judgeUsage: { inputTokens: 20, outputTokens: 10 } });
    const asked = server.requests.filter(({ model }) => model === 'judge').map(({ text }) => [shown(text, 'first'), shown(text, 'second')]);
    expect(asked.toSorted()).toEqual([[REPLIES['long'], REPLIES['short']], [REPLIES['short'], REPLIES['long']]]);
    // Each trial is stored as soon as it is done, and again with its place; it is counted once.
    expect(stored.map((row) => best(row)?.error?.code)).toEqual([WAITS_FOR_OTHERS, WAITS_FOR_OTHERS, undefined, undefined]);
    expect(JSON.parse(stdout)).toMatchObject({ groups: [{ target: 'short', trials: 1, score: 0.5, unscored: 0 }, { target: 'long', trials: 1, score: 1 }] });
    expect(exitCode).toBe(0);
  });

  test('shards compare the replies of their cases, and merged they are the run without shards', async () => {
    const suite = `evalcases:\n${['a', 'b', 'c', 'd'].map((id) => CASE.replace('capital\n', `${id}\n`)).join('')}`;
    const { workspace, run } = await project({ suite });
    for (const shard of ['1', '2']) expect((await run(['short', 'long'], '--shard', `${shard}/2`, '--out', `shards/${shard}`)).exitCode).toBe(0);
    expect((await runAssay(['merge', 'shards/1', 'shards/2', '--out', 'merged', '--threshold', '0.5'], { cwd: workspace.folder })).exitCode).toBe(0);
    const rows = await workspace.rows('merged');
    expect(rows.map((row) => `${row.caseId} ${row.target} ${best(row)?.score}`).toSorted()).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [`${id} long 1`, `${id} short 0`]));
  });

  test('three targets, one of which fails: the others are compared, and nobody waits for it', async () => {
    const target = ({ model }: ChatRequest): ChatAnswer => (model === 'longest' ? { status: 500, body: '{"error":{"message":"out of order"}}' } : (REPLIES[model] ?? ''));
    const { workspace, run } = await project({ target });
    expect((await run(['short', 'longest', 'long'])).exitCode).toBe(1);
    const rows = last(await workspace.rows());
    expect(best(rows.get('long'))).toMatchObject({ score: 1, details: { compared_with: ['short'] } });
    expect(rows.get('longest')).toMatchObject({ status: 'error', score: null, error: { code: 'server' } });
  });

  test('with one usable reply there is nothing to compare, and the row says why', async () => {
    const target = ({ model }: ChatRequest): ChatAnswer => (model === 'long' ? { status: 500, body: '{"error":{"message":"out of order"}}' } : (REPLIES[model] ?? ''));
    const { workspace, run } = await project({ target });
    expect((await run(['short', 'long'])).exitCode).toBe(3);
    const row = last(await workspace.rows()).get('short');
    expect(row).toMatchObject({ status: 'partial', score: 1 });
    expect(best(row)).toMatchObject({ score: null, error: { code: 'nothing_to_compare', message: expect.stringMatching(/no other target has a usable reply: long \(.*out of order/u) } });
  });

  test('a judge that always prefers what stands first sees a tie, and is told of', async () => {
    const { workspace, run } = await project({ judge: () => graded('FIRST_BETTER') });
    const { stdout } = await run(['short', 'long', 'longest']);
    for (const row of last(await workspace.rows()).values()) expect(best(row)?.score).toBeCloseTo(1 / 3, 12);
    expect(stdout).toContain('judge judge preferred another reply when the order was turned round');
  });

  test('repeats and cases are compared each for itself', async () => {
    const suite = `evalcases:\n${CASE}${CASE.replace('id: capital', 'id: again')}`;
    const { server, workspace, run } = await project({ suite });
    await run(['short', 'long'], '--repeat', '3', '--concurrency', '3');
    const rows = last(await workspace.rows(), ({ caseId, target, repeat }) => `${caseId} ${target} ${repeat}`);
    expect(rows.size).toBe(12);
    for (const row of rows.values()) {
      const [score, other] = row.target === 'long' ? [1, 'short'] : [0, 'long'];
      expect(best(row)).toMatchObject({ score, details: { best: ['long'], compared_with: [other] } });
    }
    expect(server.requests.filter(({ model }) => model === 'judge')).toHaveLength(12);
  });

  test('with a cache the judges are asked once, and the rows say what that saved', async () => {
    const { server, workspace, run } = await project();
    for (const out of ['one', 'two']) await run(['short', 'long'], '--cache', '--out', out);
    expect(server.requests).toHaveLength(4);
    const [first, second] = [last(await workspace.rows('one')).get('long'), last(await workspace.rows('two')).get('long')];
    expect(best(second)).toMatchObject({ score: 1, judgeUsage: { inputTokens: 20, outputTokens: 10 } });
    expect([first?.saved?.judgeUsage, second?.saved?.judgeUsage]).toEqual([undefined, { inputTokens: 20, outputTokens: 10 }]);
  });

  test('a judge that fails leaves the entry unscored and the run undecided', async () => {
    const { workspace, run } = await project({ judge: () => ({ status: 500 }) });
    expect((await run(['short', 'long'])).exitCode).toBe(3);
    expect(best(last(await workspace.rows()).get('long'))).toMatchObject({ score: null, error: { code: 'judges_failed' }, details: { compared_with: ['short'] } });
  });
});

describe('what cannot be compared is told before anything is sent', () => {
  test('a single target: a warning of validate and run, and the reason in the row', async () => {
    const { workspace, run } = await project();
    const said = 'suite.yaml:7:9: warning: evaluator "best" of case "capital" compares the replies of several targets, and there is only "short"';
    expect((await runAssay(['validate', 'suite.yaml', '--target', 'short'], { cwd: workspace.folder })).stdout).toContain(said);
    expect((await runAssay(['validate', 'suite.yaml', '--target', 'short', '--target', 'long'], { cwd: workspace.folder })).stdout).toContain('0 warnings');
    const { stderr, exitCode } = await run(['short']);
    expect(stderr).toContain(said);
    expect(exitCode).toBe(3);
    const [row] = (await workspace.rows()).toReversed();
    expect(best(row)).toMatchObject({ score: null, error: { message: 'there is nothing to compare with: "short" is the only target of the case' } });
  });

  test('stored outputs are those of one target', async () => {
    const { workspace } = await project();
    await workspace.write({ 'out.jsonl': '{"id": "capital", "text": "Paris."}\n' });
    const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl', '--judge', 'judge'], { cwd: workspace.folder });
    expect(exitCode).toBe(3);
    expect(best((await workspace.rows()).at(-1))).toMatchObject({ score: null, error: { code: 'nothing_to_compare' } });
  });

  test('targets that would judge themselves, or have judges of their own', async () => {
    const { server, workspace } = await project();
    const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', 'short', '--target', 'long'], { cwd: workspace.folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('evaluator "select_best" of case "capital" compares targets that have different judges: short has short, long has long');
    expect(stderr).toContain('--judge provider:model');
    expect(server.requests).toEqual([]);
  });

  test('a member of a composite', async () => {
    const suite = `evalcases:\n${CASE.replace('{name: best, type: select_best, criteria: Tells more}', '{name: best, type: composite, evaluators: [{type: select_best}, {type: contains, value: Paris}]}')}`;
    const { workspace } = await project({ suite });
    const { stdout, exitCode } = await runAssay(['validate', 'suite.yaml'], { cwd: workspace.folder });
    expect(stdout).toContain('select_best compares the replies of several targets, and can be no member of another evaluator');
    expect(exitCode).toBe(2);
  });
});
