import { beforeEach, describe, expect, test } from 'vitest';
import { startChatServer, type ChatRequest, type ChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const CASES = 60;
const isGood = (item: number): boolean => item % 2 === 0;
const itemIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);

/** Of ten verdicts `sharp` gets nine right, `blunt` six. */
const WRONG: Readonly<Record<string, (item: number) => boolean>> = { 'sharp-1': (item) => item % 10 === 9, 'blunt-1': (item) => item % 5 < 2, 'coin-1': (item) => item % 4 < 2 };

function verdictOn({ model, text }: ChatRequest): string {
  const item = itemIn(text);
  const passes = isGood(item) !== WRONG[model]?.(item);
  return JSON.stringify({ reflection: 'Looked at it.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

const PANEL = 'judges:\n  panel: [sharp, blunt]\n';
const CALIBRATED = `${PANEL}  consensus: calibrated\n`;

let workspace: Workspace;
let server: ChatServer;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const run = (out: string, ...args: string[]) => assay('run', 'items.jsonl', '--target', 'bot', '--out', out, '--concurrency', '20', ...args);

async function label(of: string, sample: number): Promise<void> {
  const { stdout } = await assay('label', of, '--json', '--sample', String(sample));
  const answers = stdout.trim().split('\n').map((line) => {
    const { trial_key, reply } = JSON.parse(line) as { trial_key: string; reply: string };
    return JSON.stringify({ trial_key, verdict: isGood(itemIn(reply)) ? 'pass' : 'fail' });
  });
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect(await assay('label', of, '--answers', 'answers.jsonl', '--sample', String(sample))).toMatchObject({ exitCode: 0, stderr: '' });
}

const CALIBRATION = '.assay/calibration.json';
type Counts = Record<'true_passed' | 'true_labels' | 'false_failed' | 'false_labels', number>;
interface Kept {
  readonly suites: { judges: { model: string }[]; judge_prompt_version: string; verdicts: { pass: number }; judge_counts: { id: string; model: string; counts: Counts }[] }[];
}
const kept = async (): Promise<Kept> => JSON.parse(await workspace.read(CALIBRATION)) as Kept;

/** The formula of the docs, once more. */
function weightBy({ true_passed, true_labels, false_failed, false_labels }: Counts): number {
  const accuracy = ((true_passed + 1) / (true_labels + 2) + (false_failed + 1) / (false_labels + 2)) / 2;
  return Math.log(accuracy / (1 - accuracy));
}

async function weightsBy(): Promise<Record<string, number>> {
  const [suite] = (await kept()).suites;
  return Object.fromEntries((suite?.judge_counts ?? []).map(({ id, counts }) => [id, weightBy(counts)]));
}

async function weightsIn(out: string): Promise<readonly [unknown, unknown]> {
  const [row] = await workspace.rows(out);
  const { judgeWeights = [] } = await workspace.manifest(out);
  return [Object.fromEntries((row?.evaluators[0]?.points?.[0]?.judges ?? []).map(({ id, weight }) => [id, weight])), Object.fromEntries(judgeWeights.map(({ id, weight }) => [id, weight]))];
}

beforeEach(async () => {
  server = await startChatServer(verdictOn);
  const lines = Array.from({ length: CASES }, (_, item) => JSON.stringify({ id: `case-${item}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `The reply to item ${item}` }));
  const judges = Object.keys(WRONG).map((model) => `  - { name: ${model.replace('-1', '')}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test }\n`);
  workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judges.join('')}`, '.assay/config.yaml': `${PANEL}defaults: { cache: true }\n` });
  await run('first');
});

const calibrate = async (): Promise<void> => {
  await label('first', CASES);
  expect(await assay('calibrate', 'first', '--save')).toMatchObject({ exitCode: 0, stderr: '' });
  await workspace.write({ '.assay/config.yaml': `${CALIBRATED}defaults: { cache: true }\n` });
};

test('labels say as how many judges that err independently a panel counts, in text, JSON and Markdown', async () => {
  await label('first', 20);
  const before = JSON.parse((await assay('calibrate', 'first', '--json')).stdout);
  expect(before.panel).toEqual({ judges: ['blunt', 'sharp'], votes: { value: null, low: 1, high: 2, labels: 20 }, correlation: null, reason: '20 labelled cases have a verdict of all 2 judges, and 30 are needed' });
  expect((await assay('calibrate', 'first')).stdout).toContain('! 20 labelled cases have a verdict of all 2 judges, and 30 are needed');
  await label('first', CASES);
  const { panel } = JSON.parse((await assay('calibrate', 'first', '--json')).stdout);
  // Of 60 replies both are wrong on none, one on 6, the other on 24: their errors shun each other, by −√(1/9 · 2/3).
  expect(panel).toMatchObject({ judges: ['blunt', 'sharp'], votes: { value: 2, low: 2, high: 2, labels: CASES }, correlation: expect.closeTo(-Math.sqrt(2 / 27), 9) });
  const { stdout } = await assay('calibrate', 'first', '--markdown', 'calibration.md');
  expect(stdout).toMatch(/blunt, sharp +60 +2 +2\.00 +2\.00–2\.00 +−0\.27/u);
  expect(await workspace.read('calibration.md')).toMatch(/\| blunt, sharp \| 60 \| 2 \| 2\.00 \| 2\.00–2\.00 \| −0\.27 \|/u);
});

describe('judges that are weighed by labels', () => {
  test('count by how often they are right: in rows, in the manifest, in a resumed run, whatever the file says by then', async () => {
    await calibrate();
    const expected = await weightsBy();
    expect(expected['sharp']).toBeGreaterThan(3 * (expected['blunt'] ?? 0));
    const before = server.requests.length;
    await run('second');
    expect(server.requests.length).toBe(before);
    expect(await weightsIn('second')).toEqual([expected, expected]);
    // On item 0 the sharp judge is right and the blunt one is not.
    const first = (await workspace.rows('second')).find(({ caseId }) => caseId === 'case-0');
    const [sharp = 0, blunt = 0] = [expected['sharp'], expected['blunt']];
    expect(first?.score).toBeCloseTo(sharp / (sharp + blunt), 12);

    const file = await kept();
    for (const { judge_counts } of file.suites) for (const { counts } of judge_counts) counts.true_passed = counts.true_labels;
    await workspace.write({ [CALIBRATION]: JSON.stringify(file) });
    expect((await assay('run', '--resume', 'second')).stdout).toMatch(/60 kept/u);
    expect(await weightsIn('second')).toEqual([expected, expected]);
    await assay('run', '--resume', 'second', '--accept-changes');
    const now = await weightsBy();
    expect(now).not.toEqual(expected);
    expect((await weightsIn('second'))[1]).toEqual(now);
    const rows = await workspace.rows('second');
    expect(rows.at(-1)?.evaluators[0]?.points?.[0]?.judges).toMatchObject([{ id: 'blunt', weight: now['blunt'] }, { id: 'sharp', weight: now['sharp'] }]);
    expect(rows.length).toBe(2 * CASES);
    expect(server.requests.length).toBe(before);
  });

  test('are never taken for equal: no, few or stale labels end the run before anything is sent, with what to do', async () => {
    await workspace.write({ '.assay/config.yaml': CALIBRATED });
    const before = server.requests.length;
    let times = 0;
    const refused = async (message: RegExp): Promise<void> => {
      times += 1;
      const { exitCode, stderr } = await run(`refused-${times}`, '--no-cache');
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
      expect(stderr).toMatch(/assay label RUN.*assay calibrate RUN --save/u);
      expect(server.requests.length).toBe(before);
    };
    await refused(/judge "sharp" \(from the project configuration\): consensus is calibrated, and no labels say how often judge "sharp" is right: there are none in \.assay\/calibration\.json/u);
    await label('first', 20);
    await assay('calibrate', 'first', '--save');
    await refused(/too few labels say how often it is right: \d+ of replies that people pass, and \d+ of others; needed are 30, with 5 of each kind/u);
    await label('first', CASES);
    await assay('calibrate', 'first', '--save');
    const file = await workspace.read(CALIBRATION);
    await workspace.write({ [CALIBRATION]: file.replaceAll('openai:sharp-1', 'openai:sharp-0') });
    await refused(/those in \.assay\/calibration\.json are of openai:sharp-0, and it is openai:sharp-1/u);
    await workspace.write({ [CALIBRATION]: file.replace(/"judge_prompt_version": "\d+"/u, '"judge_prompt_version": "0"') });
    await refused(/its labels, of run .*, are stale: judges are asked with prompts of version \d+, and were with 0/u);
    await workspace.write({ [CALIBRATION]: file, '.assay/config.yaml': `${CALIBRATED}verdicts: { pass: 0.9 }\n` });
    await refused(/are stale: cases pass from 0\.9, and passed from 0\.8/u);
    await workspace.write({ [CALIBRATION]: '{', '.assay/config.yaml': CALIBRATED });
    expect((await run('refused')).exitCode).toBe(2);
    expect(server.requests.length).toBe(before);
  });

  test('that are no better than chance are refused; one alone needs no labels', async () => {
    await workspace.write({ '.assay/config.yaml': 'judges: [sharp, coin]\n' });
    await run('coins');
    await label('coins', CASES);
    await assay('calibrate', 'coins', '--save');
    await workspace.write({ '.assay/config.yaml': 'judges:\n  panel: [sharp, coin]\n  consensus: calibrated\n' });
    const { exitCode, stderr } = await run('refused');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/judge "coin".*right no more often than chance[\s\S]*take it from the panel/u)]);
    expect((await run('alone', '--judge', 'coin')).exitCode).toBe(1);
    expect((await weightsIn('alone'))[1]).toEqual({});
  });

  test('weigh the same in all shards of a run, and in rankings', async () => {
    await calibrate();
    await run('one', '--shard', '1/2');
    const ranked = await assay('rank', 'first', '--dry-run');
    expect(ranked).toMatchObject({ exitCode: 0 });
    const file = await kept();
    for (const { judge_counts } of file.suites) for (const { counts } of judge_counts) counts.true_passed = counts.true_labels;
    await workspace.write({ [CALIBRATION]: JSON.stringify(file) });
    await run('two', '--shard', '2/2');
    const { exitCode, stderr } = await assay('merge', 'one', 'two', '--out', 'whole');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/judge "blunt" weighs \S+ in one, and \S+ in two[\s\S]*same \.assay\/calibration\.json/u)]);
    await workspace.remove(CALIBRATION);
    expect(await assay('rank', 'first')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no labels say how often judge "sharp" is right') });
  });
});
