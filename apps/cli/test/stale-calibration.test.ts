import { beforeAll, expect, test } from 'vitest';
import { startChatServer, type ChatRequest } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const CASES = 40;
const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
/** Three of four replies are good. */
const isGood = (index: number): boolean => index % 4 !== 0;
const TRUTH = 0.75;

const remove: (() => Promise<void>)[] = [];
let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

/** One judge is right but for one bad reply of five. The other fails every third reply. */
function verdictOn({ model, text }: ChatRequest): string {
  const index = numberIn(text);
  const passes = model === 'fair' ? isGood(index) || index % 20 === 0 : index % 3 !== 0;
  return JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

const line = (index: number, more: object = {}): string => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `Item: item ${index}`, ...more });
const lines = (more: (index: number) => object): string => Array.from({ length: CASES }, (_, index) => `${line(index, more(index))}\n`).join('');

interface Printed {
  readonly groups: readonly { method: string; reasons: string[]; pass_rate: { raw: number; estimate: number | null; low: number; high: number } }[];
}

/** Runs the suite, and says what the calibration makes of it. */
async function later(out: string, ...more: string[]) {
  await assay('run', 'items.jsonl', '--target', 'bot', '--out', out, '--concurrency', '20', ...more);
  const { groups } = JSON.parse((await assay('calibrate', out, '--json')).stdout) as Printed;
  return groups[0];
}

const config = (panel: string): string => `judges: { panel: [fair, harsh], ${panel} }\nverdicts: { pass: 0.5, borderline: 0.4 }\n`;

/** Has people label every reply of a run. */
async function label(run: string): Promise<void> {
  const shown = (await assay('label', run, '--json', '--sample', String(CASES))).stdout.trim().split('\n');
  const answers = shown.map((each) => {
    const { trial_key, reply } = JSON.parse(each) as { trial_key: string; reply: string };
    return JSON.stringify({ trial_key, verdict: isGood(numberIn(reply)) ? 'pass' : 'fail' });
  });
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  await assay('label', run, '--sample', String(CASES), '--answers', 'answers.jsonl');
}

beforeAll(async () => {
  const server = await startChatServer(verdictOn, (stop) => void remove.push(stop));
  const judge = (name: string): string => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`;
  workspace = await createWorkspace(
    { 'items.jsonl': lines(() => ({})), '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judge('fair')}${judge('harsh')}`, '.assay/config.yaml': config('consensus: mean') },
    (clean) => void remove.push(clean),
  );
  await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'first', '--concurrency', '20');
  await label('first');
  const { stdout, stderr } = await assay('calibrate', 'first', '--save');
  if (!stdout.includes('1 suite kept')) throw new Error(stderr);
  return async () => {
    for (const each of remove) await each();
  };
}, 60_000);

test('a run that is judged as the labelled one was is corrected, and the interval holds the truth', async () => {
  const group = await later('same');
  expect(group).toMatchObject({ method: 'rogan_gladen' });
  expect([group && group.pass_rate.low < TRUTH, group && group.pass_rate.high > TRUTH]).toEqual([true, true]);
});

test('the same judges with another consensus, or another weight, are judged by nothing that was learned of the mean', async () => {
  await workspace.write({ '.assay/config.yaml': config('consensus: min') });
  const strict = await later('strict');
  expect(strict).toMatchObject({ method: 'none', pass_rate: { estimate: null } });
  expect(strict?.reasons.join()).toMatch(/is stale: judged by the min of fair .*, and calibrated for fair /u);
  expect(JSON.parse((await workspace.read('strict/results.jsonl')).split('\n')[0] ?? '')).toMatchObject({ evaluators: [{ points: [{ judges: [{ consensus: 'min' }, { consensus: 'min' }] }] }] });

  await workspace.write({ '.assay/config.yaml': config('consensus: mean').replace('fair, harsh', '{ model: fair, weight: 9 }, harsh') });
  const weighed = await later('weighed');
  expect(weighed?.method).toBe('none');
  expect(weighed?.reasons.join()).toMatch(/is stale: judged by fair \(.*weight 9\)/u);
  await workspace.write({ '.assay/config.yaml': config('consensus: mean') });
});

test('cases with criteria that nobody labelled are not corrected; one that outweighs all others leaves the interval wide', async () => {
  await workspace.write({ 'items.jsonl': lines((index) => ({ id: `new-${index}`, rubrics: ['Is blue'] })) });
  const other = await later('other');
  expect(other?.method).toBe('none');
  expect(other?.reasons.join()).toContain('no case of this run has the criteria of a labelled one');

  // What the heaviest case is says nothing of the others.
  await workspace.write({ 'items.jsonl': lines((index) => (index === 0 ? { weight: 1_000_000 } : {})) });
  const heavy = await later('heavy');
  expect(heavy).toMatchObject({ method: 'rogan_gladen' });
  expect((heavy?.pass_rate.high ?? 0) - (heavy?.pass_rate.low ?? 0)).toBeGreaterThan(0.8);
});

test('another band or threshold of a judge that is asked first, another approach, and lines that need not hold leave nothing of what was learned', async () => {
  const cascade = (more: string): string => `judges: { panel: [harsh], cascade: { first: fair, audit: 0, ${more} } }\nverdicts: { pass: 0.5, borderline: 0.4 }\n`;
  await workspace.write({ 'items.jsonl': lines(() => ({})), '.assay/config.yaml': cascade('band: 0.1') });
  await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'cascaded', '--concurrency', '20');
  await label('cascaded');
  await assay('calibrate', 'cascaded', '--save');
  expect(await later('cascaded-again')).toMatchObject({ method: 'rogan_gladen' });

  await workspace.write({ '.assay/config.yaml': cascade('band: 0.2') });
  const wider = await later('wider');
  expect([wider?.method, wider?.reasons.join()]).toEqual(['none', expect.stringMatching(/is stale: judged by fair \(openai:fair, options [0-9a-f]{12}, asked first, alone unless within 0\.2 of 0\.5\), and calibrated for /u)]);
  await workspace.write({ '.assay/config.yaml': cascade('band: 0.1, threshold: 0.75') });
  expect((await later('higher'))?.reasons.join()).toMatch(/is stale: .*alone unless within 0\.1 of 0\.75/u);

  await workspace.write({ '.assay/config.yaml': config('consensus: mean').replace('[fair, harsh]', '[{ model: fair, approach: prompt-aware }, harsh]') });
  expect((await later('otherwise'))?.reasons.join()).toMatch(/is stale: judged by fair \(.*asked by prompt-aware\), harsh/u);

  await workspace.write({ '.assay/config.yaml': config('consensus: mean') });
  expect(await later('as-before')).toMatchObject({ method: 'rogan_gladen' });
  await workspace.write({ '.assay/config.yaml': `${config('consensus: mean')}rubric_required: false\n` });
  expect((await later('lenient'))?.reasons.join()).toContain(`is stale: the criteria of ${CASES} of ${CASES} labelled cases have changed`);
}, 60_000);

test('other options of a judge, or another address, leave nothing of what was learned; another key, name of a key or patience changes nothing', async () => {
  const targets = await workspace.read('.assay/targets.yaml');
  const asFair = async (more: string, out: string) => {
    await workspace.write({ '.assay/targets.yaml': targets.replace('model: fair,', `model: fair, ${more},`) });
    // What is learned holds for a few cases as for all.
    return later(out, '--limit', '8');
  };
  await workspace.write({ 'items.jsonl': lines(() => ({})), '.assay/config.yaml': config('consensus: mean') });
  for (const [index, more] of ['top_p: 0.5', 'max_tokens: 900', 'temperature: 0.7', 'system_prompt: Be brief.', 'parameters: { reasoning_effort: low }', 'headers: { x-model: other }'].entries()) {
    const group = await asFair(more, `options-${index}`);
    expect([more, group?.method, group?.reasons.join()]).toEqual([more, 'none', expect.stringMatching(/is stale: judged by fair \(openai:fair, options [0-9a-f]{12}\), harsh \(.*\), and calibrated for fair \(openai:fair, options [0-9a-f]{12}/u)]);
  }
  for (const [index, more] of ['max_retries: 1', 'timeout_seconds: 50', 'stream: false', 'organization: us'].entries()) expect([more, (await asFair(more, `same-${index}`))?.method]).toEqual([more, 'rogan_gladen']);
  await workspace.write({ '.assay/targets.yaml': targets.replace('api_key: test', "api_key: '${OTHER_KEY}'"), '.env': 'OTHER_KEY=another-key-of-somebody\n' });
  expect((await later('other-key', '--limit', '8'))?.method).toBe('rogan_gladen');

  // Other weights are learned anew, too.
  await workspace.write({ '.assay/targets.yaml': targets.replace('model: fair,', 'model: fair, top_p: 0.5,'), '.assay/config.yaml': config('consensus: calibrated') });
  expect(await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'weighed-anew')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/no labels say how often judge "fair" is right: those in \.assay\/calibration\.json are of openai:fair with options [0-9a-f]{12}, and it has options [0-9a-f]{12}/u) });
  await workspace.write({ '.assay/targets.yaml': targets });
  expect((await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'weighed-again')).stderr).not.toContain('no labels say');
}, 90_000);
