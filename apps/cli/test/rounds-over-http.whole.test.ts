import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASES = 30;

interface Summary {
  readonly rounds: { readonly groups: readonly { readonly suite: string; readonly repeats: number; readonly stopped: string | null; readonly looks: readonly { readonly repeats: number }[] }[] };
  readonly planned_trials: number;
  readonly complete: boolean;
}

interface Row {
  readonly trial_key: string;
  readonly case_id: string;
  readonly score: number | null;
}

/** Replies that differ from repeat to repeat, seven of ten good. */
function drawn(question: string, time: number): string {
  const number = Number(/\d+/u.exec(question)?.[0] ?? 0);
  return (Math.imul(number * 31 + time * 17 + 7, 2_654_435_761) >>> 0) % 100 < 70 ? 'good' : 'bad';
}

/** A model over HTTP, asked for each case by what it has been asked before. */
async function project(answer: (question: string, time: number) => ChatAnswer = drawn) {
  const times = new Map<string, number>();
  const server = await startChatServer(async ({ text }) => {
    // Long enough for a process to be killed before its run ends.
    await sleep(20);
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return answer(text, time);
  });
  const cases = Array.from({ length: CASES }, (_, index) => `  - {id: case-${index}, expected_outcome: x, input: question ${index}, evaluators: [{type: contains, value: good}]}\n`);
  const { folder } = await createWorkspace({
    'words.yaml': `evalcases:\n${cases.join('')}`,
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: m, endpoint: '${server.url}', api_key: secret-key-of-a-test }]\n`,
  });
  const rowsOf = (out: string): readonly Row[] => {
    const file = join(folder, out, 'results.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    return [...new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row.trial_key, row])).values()];
  };
  return { server, folder, times, rowsOf, summaryOf: (out: string) => JSON.parse(readFileSync(join(folder, out, 'summary.json'), 'utf8')) as Summary };
}

test.each([
  ['between two rounds', 3 * CASES],
  ['within a round', 3 * CASES + 20],
])('a process that is killed %s is gone on with: every case has as many repeats, and nothing is asked twice', async (_, rows) => {
  const { server, folder: cwd, rowsOf, summaryOf } = await project();
  const args = ['run', 'words.yaml', '--target', 'agent', '--repeat', '3..7', '--threshold', '0.65', '--concurrency', '4', '--out', 'killed'];
  const { child, finished } = startAssay(args, { cwd });
  while (rowsOf('killed').length < rows) await sleep(2);
  child.kill('SIGKILL');
  await finished;
  expect(existsSync(join(cwd, 'killed/summary.json'))).toBe(false);
  const stored = rowsOf('killed').length;
  const before = server.requests.length;
  const { exitCode } = await runAssay(['run', '--resume', 'killed'], { cwd });
  const { rounds, planned_trials: planned, complete } = summaryOf('killed');
  const [group] = rounds.groups;
  expect([complete, group?.stopped, group?.looks.at(-1)?.repeats]).toEqual([true, expect.any(String), group?.repeats]);
  expect(group?.repeats).toBeGreaterThan(3);
  expect(exitCode === 0).toBe(group?.stopped === 'reached');
  const all = rowsOf('killed');
  expect([all.length, planned]).toEqual([CASES * (group?.repeats ?? 0), all.length]);
  const ids = all.map(({ case_id: id }) => id);
  expect(new Set(ids.map((id) => ids.filter((other) => other === id).length))).toEqual(new Set([group?.repeats]));
  expect(server.requests.length - before).toBe(planned - stored);
});

test('repeats without a score count: a case that cannot be asked gets no more of them than the others', async () => {
  const { folder: cwd, times, rowsOf, summaryOf } = await project((question, time) => (question.includes('question 7') ? { status: 400, body: '{"error":{"message":"no"}}' } : drawn(question, time)));
  const { stdout } = await runAssay(['run', 'words.yaml', '--target', 'agent', '--repeat', '3..5', '--threshold', '0.65', '--out', 'lost'], { cwd });
  const repeats = summaryOf('lost').rounds.groups[0]?.repeats ?? 0;
  const rows = rowsOf('lost');
  const lost = rows.filter(({ case_id: id }) => id === 'case-7');
  expect(repeats).toBeGreaterThanOrEqual(3);
  expect([lost.length, lost.every(({ score }) => score === null)]).toEqual([repeats, true]);
  expect(stdout).toMatch(new RegExp(`words +agent +${CASES} +${CASES * repeats} +\\d+ +\\d+ +${repeats} `, 'u'));
  expect([...times].filter(([question]) => question.endsWith('question 7')).map(([, asked]) => asked)).toEqual([repeats]);
  expect(rows).toHaveLength(CASES * repeats);
});

test('a budget that is spent in a later round ends the run: 3, and more of it goes on to the same repeats for all cases', async () => {
  const { server, folder: cwd, rowsOf, summaryOf } = await project();
  const args = ['run', 'words.yaml', '--target', 'agent', '--repeat', '3..7', '--threshold', '0.65', '--out', 'spent'];
  // Each request takes 30 tokens: enough for three repeats, and for a part of the fourth.
  const spent = await runAssay([...args, '--max-tokens', String(30 * (3 * CASES + 20))], { cwd });
  expect([spent.exitCode, summaryOf('spent').complete]).toEqual([3, false]);
  expect(spent.stdout).toContain('UNDECIDED  stopped by --max-tokens 3,300');
  const stored = rowsOf('spent').length;
  expect(stored).toBeGreaterThan(3 * CASES);
  expect(server.requests).toHaveLength(stored);
  await runAssay(['run', '--resume', 'spent', '--max-tokens', '100000'], { cwd });
  const { rounds: { groups: [group] }, complete } = summaryOf('spent');
  expect([complete, group?.stopped]).toEqual([true, expect.any(String)]);
  expect(rowsOf('spent')).toHaveLength(CASES * (group?.repeats ?? 0));
});

test('a suite that has spent its own budget gets no more repeats, and the others go on until they are decided; so they do when more of it is not given', async () => {
  const { server, folder: cwd, rowsOf, summaryOf } = await project();
  const other = readFileSync(join(cwd, 'words.yaml'), 'utf8').replaceAll('question', 'item');
  const limited = (file: string, tokens: number): void => writeFileSync(join(cwd, file), `budgets: { words: { max_tokens: ${tokens} } }\n`);
  writeFileSync(join(cwd, 'items.yaml'), other);
  const asked = (suite: string): number => server.requests.filter(({ text }) => text.startsWith(suite === 'words' ? 'question' : 'item')).length;
  const groupsOf = (out: string) => summaryOf(out).rounds.groups.map(({ suite, repeats, stopped, looks }) => ({ suite, repeats, stopped, looks: looks.map((look) => look.repeats) })).toSorted((a, b) => (a.suite < b.suite ? -1 : 1));
  const args = ['run', 'words.yaml', 'items.yaml', '--target', 'agent', '--repeat', '3..7', '--threshold', '0.65'];

  // Enough for three repeats of its cases, and for a part of the fourth.
  limited('.assay/config.yaml', 30 * (3 * CASES + 20));
  const spent = await runAssay([...args, '--out', 'spent'], { cwd });
  const [items, words] = groupsOf('spent');
  expect([spent.exitCode, summaryOf('spent').complete, words]).toEqual([3, false, { suite: 'words', repeats: 4, stopped: null, looks: [3] }]);
  expect(spent.stdout).toContain('UNDECIDED  suite words was stopped by max_tokens 3,300');
  expect([items?.stopped, items?.looks.at(-1)]).toEqual([expect.any(String), items?.repeats]);
  expect(items?.repeats).toBeGreaterThan(4);
  const itemRows = CASES * (items?.repeats ?? 0);
  expect([asked('items'), rowsOf('spent').length]).toEqual([itemRows, itemRows + asked('words')]);
  expect((await runAssay(['run', '--resume', 'spent'], { cwd })).exitCode).toBe(3);
  expect([asked('words') <= 3 * CASES + 20, asked('items'), groupsOf('spent')]).toEqual([true, itemRows, [items, words]]);

  // The run is ended by a limit of its own, goes on with a higher one, and then with more for the suite.
  const ended = await runAssay([...args, '--out', 'ended', '--max-tokens', String(30 * (7 * CASES + 30))], { cwd });
  expect([ended.exitCode, groupsOf('ended').every(({ stopped }) => stopped === null)]).toEqual([3, true]);
  const gone = await runAssay(['run', '--resume', 'ended', '--max-tokens', '1000000'], { cwd });
  const stood = groupsOf('ended').find(({ suite }) => suite === 'items');
  expect([gone.exitCode, stood?.stopped, stood?.looks.at(-1)]).toEqual([3, expect.any(String), stood?.repeats]);
  expect(groupsOf('ended').find(({ suite }) => suite === 'words')).toEqual(words);
  limited('.assay/config.yaml', 1_000_000);
  await runAssay(['run', '--resume', 'ended'], { cwd });
  expect([summaryOf('ended').complete, groupsOf('ended').map(({ stopped }) => stopped)]).toEqual([true, [expect.any(String), expect.any(String)]]);
  expect(rowsOf('ended')).toHaveLength(groupsOf('ended').reduce((sum, { repeats }) => sum + CASES * repeats, 0));
});

test('a suite that got worse fails a run whose other suite has spent its own budget: 1 comes before 3, and stays when the run goes on', async () => {
  let isLater = false;
  // Items are all good, and later all bad; words are as good as before.
  const { folder: cwd, summaryOf } = await project((question, time) => (question.startsWith('item') ? (isLater ? 'bad' : 'good') : drawn(question, time)));
  writeFileSync(join(cwd, 'items.yaml'), readFileSync(join(cwd, 'words.yaml'), 'utf8').replaceAll('question', 'item'));
  const files = ['run', 'words.yaml', 'items.yaml', '--target', 'agent'];
  await runAssay([...files, '--repeat', '3', '--out', 'before'], { cwd });
  isLater = true;
  const limited = (tokens: number): void => writeFileSync(join(cwd, '.assay/config.yaml'), `budgets: { words: { max_tokens: ${tokens} } }\n`);
  limited(30 * (2 * CASES + 20));
  const args = [...files, '--repeat', '3..7', '--margin', '0.02', '--threshold', '0', '--against', 'before'];
  const spent = await runAssay([...args, '--out', 'later'], { cwd });
  const stops = (): Readonly<Record<string, string | null>> => Object.fromEntries(summaryOf('later').rounds.groups.map(({ suite, stopped }) => [suite, stopped]));
  expect([spent.exitCode, summaryOf('later').complete, stops()]).toEqual([1, false, { items: 'worse', words: null }]);
  expect(spent.stdout).toMatch(/FAILED +against before: items on agent got worse, as \d repeats showed\n[\s\S]*suite words was stopped by max_tokens 2,400[\s\S]*Exit +1/u);
  expect(spent.stderr).toContain('go on with this run: assay run --resume later');
  limited(1_000_000);
  const whole = await runAssay(['run', '--resume', 'later'], { cwd });
  expect([whole.exitCode, summaryOf('later').complete, stops()['items']]).toEqual([1, true, 'worse']);

  // Where nothing got worse it is open as before.
  isLater = false;
  limited(30 * (2 * CASES + 20));
  expect((await runAssay([...args, '--out', 'same'], { cwd })).exitCode).toBe(3);
}, 120_000);
