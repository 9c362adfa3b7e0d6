import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { longer, preference, project, rank, run } from './support/projects/ranked-replies.js';
import { startView } from './support/commands/view-server.js';
import { runAssay } from './support/commands/warm-assay.js';

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
    // As strong as each other, they share the first place.
    const table = (await rank(workspace, 'a', 'b')).stdout.split('\n').filter((line) => line.includes('open to open'));
    expect(table.map((line) => line.split(' ')[0])).toEqual(['1', '1', '1', '1']);
    expect(pairs).toEqual({ compared: 12, lost: 0, equal: 6 });
    // Two cases that tie do not show that all are alike.
    for (const member of groups[0].members) expect(member).toMatchObject({ low: null, high: null, open_below: true, open_above: true });
    expect(bias).toMatchObject([{ judge: 'judge', pairs: 6, first: 6, second: 0, led: { rate: 1, low: expect.closeTo(0.158, 3), high: 1, cases: 2 } }]);
    // Two runs of one target gave the same reply: what is said of one is not asked of the other.
    expect(asked()).toBeLessThanOrEqual(12);
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

  test('the command that goes on is one that goes on: with its judges and criterion, and names that a shell takes for one word', async () => {
    let down = true;
    const { workspace, asked } = await project((first, second) => (down ? 'I like trains.' : longer(first, second)));
    await workspace.write({ '.assay/config.yaml': '' });
    await run(workspace, "monday's runs/a", 'good', 'fair');
    const lost = await rank(workspace, "monday's runs/a", '--judge', 'judge', '--criteria', 'Is longer, and "kind"', '--max-retries', '0');
    expect(lost.exitCode).toBe(3);
    expect(lost.stdout).toContain('2 pairs of replies to 2 cases; 2 that no judge could compare');
    const command = /go on with: assay (rank .*)\n/u.exec(lost.stderr)?.[1] ?? '';
    // As a shell has the words.
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(words).toEqual(['rank', "monday's runs/a", '--judge', 'judge', '--criteria', 'Is longer, and "kind"']);
    down = false;
    const before = asked();
    expect((await runAssay(words, { cwd: workspace.folder })).exitCode).toBe(0);
    expect(asked() - before).toBe(4);
  });

  test('says what it needs', async () => {
    const { workspace } = await project(longer);
    await run(workspace, 'a', 'good');
    expect(await rank(workspace, 'a')).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/nothing to rank: no two targets have a reply to the same case; rank a run with several targets .*, or several runs/u) });
    expect(await rank(workspace)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('this project has no run yet') });
    expect(await runAssay(['run', 'suite.yaml', '--target', 'good'], { cwd: workspace.folder })).toMatchObject({ exitCode: 0 });
    expect(await rank(workspace)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('nothing to rank') });
    expect(await rank(workspace, 'a', 'a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('named twice') });
    expect(await rank(workspace, 'zzz')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no run "zzz"') });
    await workspace.write({ '.assay/config.yaml': '' });
    expect(await rank(workspace, 'a')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no judge is named that could compare replies') });
  });
});
