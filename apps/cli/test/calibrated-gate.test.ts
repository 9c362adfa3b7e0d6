import { expect, test } from 'vitest';
import { startChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

const CASES = 60;
const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);

/** A run of two targets over HTTP, of which one loses some of its replies; people then label all that have a score as passes, or as fails. */
async function labelledRun(loses: (index: number) => boolean, verdict: 'pass' | 'fail' = 'pass') {
  const server = await startChatServer(({ model, text }) => (model === 'frail' && loses(numberIn(text)) ? { status: 400, body: '{"error": {"message": "no"}}' } : `Right: item ${numberIn(text)}`));
  const target = (model: string): string => `  - { name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test }\n`;
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', input: `Say item ${index}`, evaluators: [{ type: 'contains', value: 'Right' }] }));
  const workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n`, '.assay/targets.yaml': `targets:\n${target('sound')}${target('frail')}` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'sound', '--target', 'frail', '--out', 'run', '--max-retries', '0');
  const shown = (await assay('label', 'run', '--json', '--sample', String(2 * CASES))).stdout.trim().split('\n');
  const answers = shown.map((line) => JSON.stringify({ trial_key: (JSON.parse(line) as { trial_key: string }).trial_key, verdict }));
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect((await assay('label', 'run', '--sample', String(2 * CASES), '--answers', 'answers.jsonl')).stderr).toBe('');
  const gate = async (threshold: string) => {
    const { exitCode, stdout } = await assay('calibrate', 'run', '--gate', 'calibrated', '--threshold', threshold, '--json');
    return { exitCode, ...(JSON.parse(stdout) as { unscored: number; unfinished: boolean; lost: unknown; notes: string[]; gate: { reasons: string[] } }) };
  };
  return { workspace, assay, gate };
}

test('a target none of whose replies has a score keeps the gate open, however good the others are', async () => {
  const { assay, gate } = await labelledRun(() => true);
  expect(await gate('0.8')).toMatchObject({
    exitCode: 3,
    unscored: CASES,
    lost: [{ suite: 'items', target: 'frail', replies: CASES, share: 1 }],
    gate: { exit_code: 3, reasons: ['items on frail: no reply has a score'] },
  });
  expect((await assay('calibrate', 'run', '--gate', 'calibrated', '--threshold', '0.8')).stdout).toMatch(/Gate calibrated: UNDECIDED\n {2}items on frail: no reply has a score\n$/u);
}, 60_000);

test('replies without a score decide where they could turn the gate, and only there; a run that was killed passes none', async () => {
  const { workspace, gate } = await labelledRun((index) => index % 6 === 0);
  // All labels are passes, so the corrected score of 50 replies is at least 0.92; at worst 10 more were worth nothing.
  expect(await gate('0.7')).toMatchObject({ exitCode: 0, unscored: 10, lost: [{ target: 'frail', replies: 10 }], unfinished: false });
  expect(await gate('0.8')).toMatchObject({ exitCode: 3, gate: { reasons: [expect.stringMatching(/^items on frail: the corrected score is 0\.9\d to 1\.00 without 10 replies that have no score, which could turn it$/u)] } });
  const manifest = JSON.parse(await workspace.read('run/run.json')) as Record<string, unknown>;
  await workspace.write({ 'run/run.json': JSON.stringify({ ...manifest, status: 'running', finished_at: null }) });
  expect(await gate('0.7')).toMatchObject({ exitCode: 3, unfinished: true, notes: [expect.stringContaining('the run did not come to its end')], gate: { reasons: [expect.stringContaining('the run did not come to its end')] } });
}, 60_000);

test('a check that was right on a few labels is not said to be surely right', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', input: index < 5 ? 'Right' : 'Wrong', evaluators: [{ type: 'contains', value: 'Right' }] }));
  const workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'mock', '--out', 'run');
  const shown = (await assay('label', 'run', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
  await workspace.write({ 'answers.jsonl': shown.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: reply === 'Right' ? 'pass' : 'fail' })).join('\n') });
  await assay('label', 'run', '--answers', 'answers.jsonl');
  const { quality: [run] } = JSON.parse((await assay('calibrate', 'run', '--json')).stdout) as { quality: { kappa: { value: number; low: number; high: number } }[] };
  expect([run?.kappa.value, run?.kappa.high]).toEqual([1, 1]);
  expect(run?.kappa.low).toBeLessThan(0.6);
});

test('an open verdict is no verdict: what a lost judge left open is neither right nor wrong, in a calibration and in what it keeps', async () => {
  let down = true;
  const server = await startChatServer(({ model, text }) => {
    if (model !== 'judge') return `Right: item ${numberIn(text)}`;
    return down && numberIn(text) % 2 === 0 ? { status: 400, body: '{"error": {"message": "no"}}' } : JSON.stringify({ score: 1, hits: [], misses: [], reasoning: 'Looked.' });
  });
  const target = (model: string): string => `  - { name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test }\n`;
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', input: `Say item ${index}`, evaluators: [{ type: 'contains', value: 'Right' }, { type: 'llm_judge', name: 'judged' }] }));
  const workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n`, '.assay/targets.yaml': `targets:\n${target('bot')}${target('judge')}` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'bot', '--judge', 'judge', '--out', 'run', '--max-retries', '0');
  const shown = (await assay('label', 'run', '--json', '--sample', String(CASES))).stdout.trim().split('\n');
  await workspace.write({ 'answers.jsonl': shown.map((line) => JSON.stringify({ trial_key: (JSON.parse(line) as { trial_key: string }).trial_key, verdict: 'pass' })).join('\n') });
  await assay('label', 'run', '--sample', String(CASES), '--answers', 'answers.jsonl');
  const calibration = JSON.parse((await assay('calibrate', 'run', '--json', '--save')).stdout) as Record<string, unknown>;
  // Half of the verdicts are open. Those that there are were all right.
  expect(calibration).toMatchObject({
    groups: [{ pass_rate: { raw: 1, estimate: 1 }, score: { raw: 1 } }],
    quality: [{ judge: 'run', labels: CASES / 2, confusion: { pass_pass: CASES / 2, pass_fail: 0 }, tpr: { value: 1 } }, { judge: 'judge', labels: CASES / 2 }],
    notes: [`${CASES / 2} replies have open verdicts, since something could not be judged: what the run says of passes is of the others`],
  });
  expect(JSON.parse(await workspace.read('.assay/calibration.json'))).toMatchObject({ suites: [{ counts: { true_passed: CASES / 2, true_labels: CASES / 2 } }] });
  // A run without any verdict is not one of which nothing passes.
  const none = lines.map((line) => line.replace(/Say item (\d+)/u, (_, index: string) => `Say item ${Number(index) * 2}`));
  await workspace.write({ 'items.jsonl': `${none.join('\n')}\n` });
  await assay('run', 'items.jsonl', '--target', 'bot', '--judge', 'judge', '--out', 'later', '--max-retries', '0');
  expect(JSON.parse((await assay('calibrate', 'later', '--json')).stdout)).toMatchObject({ groups: [{ method: 'none', pass_rate: { raw: null, estimate: null }, score: { raw: 1 } }] });
  expect((await assay('calibrate', 'later')).stdout).toMatch(/ passes +– +– +– +–\n/u);
  down = false;
}, 60_000);

test('an end of the corrected score is not shown as the threshold that it missed', async () => {
  const { assay } = await labelledRun((index) => index % 6 === 0, 'fail');
  const { groups } = JSON.parse((await assay('calibrate', 'run', '--json')).stdout) as { readonly groups: readonly { readonly target?: string; readonly score: { readonly high: number } }[] };
  const high = groups.find(({ target }) => target === 'sound')?.score.high ?? 1;
  const threshold = Math.ceil((high + 1e-5) * 1e5) / 1e5;
  const { exitCode, stdout } = await assay('calibrate', 'run', '--gate', 'calibrated', '--threshold', String(threshold));
  const [, shown = ''] = /items on sound: the corrected score is 0\.00 to (\S+), below/u.exec(stdout) ?? [];
  expect(exitCode).toBe(1);
  expect(Number(shown)).toBeGreaterThanOrEqual(high);
  expect(Number(shown)).toBeLessThan(threshold);
}, 60_000);
