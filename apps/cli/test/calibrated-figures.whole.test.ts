import { expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { CASES, labelledRun, numberIn } from './support/projects/labelled-run.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

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

test('a judge that passes more than it passed of true passes errs otherwise than where people labelled: nothing is corrected, and why', async () => {
  const lines = (replies: readonly string[]): string => replies.map((input, index) => JSON.stringify({ id: `${input}-${index}`, expected_outcome: 'Apologizes', input, evaluators: [{ type: 'icontains', value: 'sorry' }] })).join('\n');
  const times = (count: number, reply: string): readonly string[] => Array.from({ length: count }, () => reply);
  // The check passes 70 of 100 apologies, and 10 of 100 other replies.
  const labelled = [...times(70, 'truly sorry'), ...times(30, 'truly, my fault'), ...times(10, 'sorry, no'), ...times(90, 'no')];
  const workspace = await createWorkspace({ 'items.jsonl': lines(labelled) });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'mock', '--out', 'first', '--threshold', '0');
  const shown = (await assay('label', 'first', '--json', '--sample', '200')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
  await workspace.write({ 'answers.jsonl': shown.map(({ trial_key: key, reply }) => JSON.stringify({ trial_key: key, verdict: reply.startsWith('truly') ? 'pass' : 'fail' })).join('\n') });
  await assay('label', 'first', '--sample', '200', '--answers', 'answers.jsonl');
  await assay('calibrate', 'first', '--save');
  const corrected = async (passes: number) => {
    await workspace.write({ 'items.jsonl': lines([...times(passes, 'sorry'), ...times(200 - passes, 'no')]) });
    await assay('run', 'items.jsonl', '--target', 'mock', '--out', `later-${passes}`, '--threshold', '0');
    const { groups } = JSON.parse((await assay('calibrate', `later-${passes}`, '--json')).stdout) as { readonly groups: readonly { readonly reasons: readonly string[] }[] };
    return groups[0];
  };
  for (const [passes, told] of [[190, '70.0% of what people pass there, and passes 95.0% of all here'], [2, '10.0% of what people fail there, and passes 1.0% of all here']] as const) {
    const group = await corrected(passes);
    expect(group).toMatchObject({ method: 'none', pass_rate: { raw: passes / 200, estimate: null, low: 0, high: 1 } });
    expect(group?.reasons).toContainEqual(expect.stringMatching(new RegExp(`^the judge does not err here as on the labelled run \\S+: it passed ${told}$`, 'u')));
  }
  // What chance explains is corrected: all of them may pass.
  expect(await corrected(145)).toMatchObject({ method: 'rogan_gladen', pass_rate: { estimate: 1, high: 1 } });
}, 60_000);
