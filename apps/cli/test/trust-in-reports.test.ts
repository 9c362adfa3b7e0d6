import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

/** A check that takes two of three replies for good, where one of three is. */
const SAID = ['Sorry, our mistake.', 'Sorry, not our problem.', 'So what.'];
const CASES = Array.from({ length: 45 }, (_, at) => JSON.stringify({ id: `case-${at}`, expected_outcome: 'Apologizes', input: SAID[at % 3], evaluators: [{ type: 'icontains', value: 'sorry' }] }));
const GREETING = `evalcases:
  - { id: one, expected_outcome: Greets, input: Say hello, assertions: [{ type: contains, value: o }] }
`;
const REPORTS = 'html=r.html,markdown=r.md,json=r.json';

interface Document {
  readonly trust?: {
    readonly calibration?: { readonly groups: readonly { readonly method: string; readonly reasons: readonly string[]; readonly pass_rate: { readonly raw: number; readonly estimate: number | null } }[] };
    readonly ranking?: { readonly judges: readonly string[]; readonly groups: readonly { readonly members: readonly { readonly name: string }[] }[] };
    readonly problems?: readonly string[];
  };
}

/** What an HTML report holds. */
interface Told {
  readonly trust?: { readonly calibration: { readonly summary: string } | null; readonly ranking: object | null; readonly problems: readonly string[] };
}

let workspace: Workspace;
const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });

async function reported(): Promise<{ readonly json: Document; readonly markdown: string; readonly html: Told }> {
  const [, packed = ''] = /id="assay-page">([^<]*)</u.exec(await workspace.read('r.html')) ?? [];
  const { runs: [html] } = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as { readonly runs: readonly [Told] };
  return { json: JSON.parse(await workspace.read('r.json')) as Document, markdown: await workspace.read('r.md'), html };
}

async function reportOf(run: string) {
  expect(await assay('report', run, '--report', REPORTS)).toMatchObject({ exitCode: 0 });
  return reported();
}

/** A run whose replies are labelled, one that is not, and one whose targets are ranked. */
beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startChatServer(({ model }) => (model === 'judge' ? JSON.stringify({ reflection: 'Seen.', classification: 'EQUALLY_GOOD' }) : `o from ${model}`), (stop) => void ends.push(stop));
  const targets = ['large', 'small', 'judge'].map((model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`);
  workspace = await createWorkspace({ 'said.jsonl': `${CASES.join('\n')}\n`, 'greeting.yaml': GREETING, '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`, '.assay/config.yaml': 'judges: [judge]\n' }, (last) => void ends.push(last));
  await assay('run', 'said.jsonl', '--target', 'mock', '--out', 'labelled');
  await assay('run', 'greeting.yaml', '--target', 'large', '--target', 'small', '--out', 'ranked');
  return async () => {
    for (const end of ends) await end();
  };
}, 60_000);

test('nothing is added where nothing is known', async () => {
  const { json, markdown, html } = await reportOf('labelled');
  expect([json.trust, html.trust]).toEqual([undefined, undefined]);
  expect(markdown).not.toMatch(/held against people|prefer/u);
});

test('labels of a run stand in its reports, as assay calibrate has them', async () => {
  const lines = (await assay('label', 'labelled', '--sample', '45', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { readonly trial_key: string; readonly reply: string });
  const answers = lines.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: reply.includes('our mistake') ? 'pass' : 'fail' }));
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect(await assay('label', 'labelled', '--sample', '45', '--answers', 'answers.jsonl')).toMatchObject({ exitCode: 0 });

  const { json, markdown, html } = await reportOf('labelled');
  expect(json.trust?.calibration).toEqual(JSON.parse((await assay('calibrate', 'labelled', '--json')).stdout));
  expect(json.trust?.calibration?.groups).toMatchObject([{ method: 'prediction_powered', pass_rate: { raw: 2 / 3 } }]);
  expect(json.trust?.calibration?.groups[0]?.pass_rate.estimate).toBeCloseTo(1 / 3, 6);
  expect(Object.keys(json.trust ?? {})).toEqual(['calibration']);
  expect(markdown).toMatch(/<details><summary>Judges held against people<\/summary>\n\n45 labels of 45 cases for 45 replies\n[\s\S]*66\.7% \| 51\.0–80\.0% \| 33\.3%[\s\S]*<\/details>/u);
  expect(html.trust).toMatchObject({ calibration: { summary: '45 labels of 45 cases for 45 replies' }, ranking: null, problems: [] });
  expect(JSON.parse((await assay('report', 'labelled', '--json')).stdout)).toEqual(json);
});

test('a later run is corrected in its own reports by what is saved, also one of outputs that were scored; a stale calibration says so there', async () => {
  expect(await assay('calibrate', 'labelled', '--save')).toMatchObject({ exitCode: 0 });
  await assay('run', 'said.jsonl', '--target', 'mock', '--out', 'later', '--report', REPORTS);
  const later = await reported();
  expect(later.json.trust?.calibration?.groups).toMatchObject([{ method: 'rogan_gladen' }]);
  expect(later.markdown).toContain('assumes that the judge errs here as on the labelled run');
  expect(later.html.trust?.calibration).not.toBeNull();

  // Other criteria: what was known of the verdicts says nothing of these.
  await workspace.write({ 'said.jsonl': `${CASES.join('\n').replaceAll('Apologizes', 'Apologizes, and means it')}\n` });
  await workspace.write({ 'outputs.jsonl': CASES.map((_, at) => JSON.stringify({ id: `case-${at}`, text: SAID[at % 3] })).join('\n') });
  await assay('score', 'said.jsonl', '--outputs', 'outputs.jsonl', '--out', 'scored', '--report', REPORTS);
  const stale = await reported();
  const why = 'is stale: the criteria of 45 of 45 labelled cases have changed';
  expect(stale.json.trust?.calibration?.groups).toMatchObject([{ method: 'none', pass_rate: { estimate: null }, reasons: [expect.stringContaining(why)] }]);
  expect(stale.markdown).toContain(why);
  expect(JSON.stringify(stale.html.trust)).toContain(why);
});

test('a ranking stands in the reports of its run, beside which no calibration of other suites does', async () => {
  expect((await reportOf('ranked')).json.trust).toBeUndefined();
  expect(await assay('rank', 'ranked')).toMatchObject({ exitCode: 0 });
  const { json, markdown, html } = await reportOf('ranked');
  expect(Object.keys(json.trust ?? {})).toEqual(['ranking']);
  expect(json.trust?.ranking).toEqual(JSON.parse(await workspace.read('ranked/ranking.json')));
  expect(json.trust?.ranking?.groups[0]?.members.map(({ name }) => name).toSorted()).toEqual(['large', 'small']);
  expect(markdown).toMatch(/<summary>What judges prefer<\/summary>[\s\S]*by judge on [\s\S]*\| large \|/u);
  expect(html.trust).toMatchObject({ calibration: null, ranking: { summary: expect.any(Array) } });
});

test('what cannot be read is told in every report, and none is lost', async () => {
  const [ranking, calibration] = [await workspace.read('ranked/ranking.json'), await workspace.read('.assay/calibration.json')];
  await workspace.write({ 'ranked/ranking.json': '{', '.assay/calibration.json': '{"calibration_version": 1, "suites": [{"suite": 3}]}' });
  const { json, markdown, html } = await reportOf('ranked');
  expect(json.trust).toEqual({ problems: [expect.stringContaining('.assay/calibration.json'), expect.stringContaining('ranked/ranking.json')] });
  expect(markdown).toMatch(/⚠️ .*calibration[\s\S]*⚠️ .*ranking/u);
  expect(html.trust?.problems).toHaveLength(2);
  await workspace.write({ 'ranked/ranking.json': ranking, '.assay/calibration.json': calibration });
});

test('a project that nobody vouches for corrects nothing', async () => {
  await assay('run', 'said.jsonl', '--target', 'mock', '--untrusted', '--out', 'foreign', '--report', REPORTS);
  const { json, html } = await reported();
  expect([json.trust, html.trust]).toEqual([undefined, undefined]);
});
