import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { startChatServer, type ChatRequest } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const CASES = 40;
const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
/** Three of four replies are good. */
const isGood = (index: number): boolean => index % 4 !== 0;

/** Two judges are right, and one says the opposite. */
function verdictOn({ model, text }: ChatRequest): string {
  const passes = isGood(numberIn(text)) !== (model === 'contrary');
  return JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

interface Trust {
  readonly run_id: string;
  readonly location: string;
  readonly judging?: { readonly agreement: { readonly alpha: number } };
  readonly calibration?: { readonly quality: readonly { readonly tpr: { readonly value: number } }[] };
}

let workspace: Workspace;
const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
const REPORTS = 'html=c.html,markdown=c.md,json=c.json';

async function compared(a: string, b: string) {
  const { exitCode, stdout } = await assay('compare', a, b, '--report', REPORTS);
  const [, packed = ''] = /id="assay-page">([^<]*)</u.exec(await workspace.read('c.html')) ?? [];
  const json = JSON.parse(await workspace.read('c.json')) as { readonly notes?: readonly string[]; readonly trust?: readonly Trust[] };
  return { exitCode, stdout: stdout.replaceAll(/\s+/gu, ' '), json, markdown: await workspace.read('c.md'), html: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as { page: { comparison: { reasons: readonly string[] } }; runs: readonly { trust?: object }[] } };
}

async function runWith(out: string, judges: string): Promise<void> {
  await workspace.write({ '.assay/config.yaml': `judges: ${judges}\nverdicts: { pass: 0.5, borderline: 0.4 }\n` });
  await assay('run', 'items.jsonl', '--target', 'bot', '--out', out, '--concurrency', '20');
}

async function label(run: string): Promise<void> {
  const lines = (await assay('label', run, '--sample', '40', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { readonly trial_key: string; readonly reply: string });
  await workspace.write({ 'answers.jsonl': lines.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: isGood(numberIn(reply)) ? 'pass' : 'fail' })).join('\n') });
  await assay('label', run, '--sample', '40', '--answers', 'answers.jsonl');
}

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startChatServer(verdictOn, (stop) => void ends.push(stop));
  const judges = ['fair', 'right', 'contrary'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }`);
  const items = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `Item: item ${index}` }));
  workspace = await createWorkspace({ 'items.jsonl': `${items.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judges.join('\n')}\n` }, (clean) => void ends.push(clean));
  await runWith('agreed', '{ panel: [fair, right] }');
  await runWith('again', '{ panel: [right, fair] }');
  await runWith('torn', '{ panel: [fair, contrary], consensus: min }');
  await runWith('cascaded', '{ panel: [fair, contrary], cascade: { first: right, audit: 0 } }');
  return async () => {
    for (const end of ends) await end();
  };
}, 60_000);

test('runs of one panel are compared without a word on judges', async () => {
  const { stdout, json, markdown, html } = await compared('agreed', 'again');
  expect(json.notes).toEqual([]);
  expect([stdout, markdown, html.page.comparison.reasons.join()].join()).not.toContain('judged by');
});

test('runs of different panels are compared with a warning, in every form', async () => {
  const note = 'items: judged by fair (openai:fair), right (openai:right) in agreed, and by the min of contrary (openai:contrary), fair (openai:fair) in torn: a difference may be one between the judges, and not between the replies';
  const { exitCode, json, markdown, html } = await compared('agreed', 'torn');
  expect([exitCode, json.notes]).toEqual([0, [note]]);
  expect(markdown).toContain(`- ⚠️ ${note}`);
  expect(html.page.comparison.reasons).toContain(note);
  expect((await assay('compare', 'agreed', 'torn')).stdout.replaceAll(/\s+/gu, ' ')).toContain(`! ${note}`);
  expect(JSON.parse((await assay('compare', 'agreed', 'torn', '--json')).stdout)).toMatchObject({ notes: [note] });
  const { stdout } = await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'later', '--against', 'agreed', '--threshold', '0', '--concurrency', '20');
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('against agreed: items: judged by fair (openai:fair), right (openai:right) in agreed, and by right (openai:right, asked first, alone unless within 0.25 of 0.5) in later');
});

test('a judge that is asked first is another way of judging, and needs its panel on neither side', async () => {
  expect((await compared('agreed', 'cascaded')).json.notes?.join()).toContain('judged by fair (openai:fair), right (openai:right) in agreed, and by right (openai:right, asked first, alone unless within 0.25 of 0.5) in cascaded');
  expect((await compared('cascaded', 'cascaded')).json.notes).toEqual([]);
});

test('agreement and calibration of both runs stand side by side in reports of their comparison', async () => {
  for (const run of ['agreed', 'torn']) await label(run);
  const { json, markdown, html } = await compared('agreed', 'torn');
  expect(json.trust).toMatchObject([{ location: 'agreed', judging: { agreement: { alpha: 1 } } }, { location: 'torn' }]);
  const [agreed, torn] = json.trust ?? [];
  expect(torn?.judging?.agreement.alpha).toBeLessThan(0);
  expect([agreed, torn].map((each) => each?.calibration?.quality[0]?.tpr.value)).toEqual([1, 0]);
  expect(agreed?.calibration).toEqual(JSON.parse((await assay('calibrate', 'agreed', '--json')).stdout));
  expect(markdown).toMatch(/<summary>Judges of both runs<\/summary>\n\n\n\|  \| agreed \| torn \|\n[^]*\| Agreement of the judges \(alpha\) \| 1\.00 .*40 questions \| −0\.\d\d .*40 questions \|\n\| True passes that are passed \| 100\.0% \(.*30 labels \| 0\.0% \(/u);
  expect(markdown).toMatch(/the judges did not judge alike in both runs: the intervals of agreement of the judges \(alpha\), true passes that are passed/u);
  expect(markdown).toContain('<summary>Judges held against people (torn)</summary>');
  expect(html.runs.map(({ trust }) => trust)).toMatchObject([{ calibration: { summary: '40 labels of 40 cases for 40 replies' } }, { calibration: {} }]);
});
