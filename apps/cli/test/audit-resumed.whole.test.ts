import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CAPITALS } from './support/projects/capitals.js';
import { startChatServer, type ChatAnswer, type ChatRequest } from './support/servers/chat-server.js';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Kinds of replies to each case, the right one five times. */
const REPLIES = 12;

const grade = (passes: boolean): string => JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
const countryIn = ({ text }: ChatRequest): keyof typeof CAPITALS => /capital of (\w+)/u.exec(text)?.[1] as keyof typeof CAPITALS;

function isRight(request: ChatRequest): boolean {
  const reply = /<response-([0-9a-f]+)>\n([\s\S]*)\n<\/response-\1>/u.exec(request.text)?.[2] ?? '';
  return reply.includes(CAPITALS[countryIn(request)]) && !reply.includes('is false');
}

const line = (country: string, more: object = {}): string =>
  JSON.stringify({ id: country, expected_outcome: 'Names it', rubrics: ['Names it'], input: `What is the capital of ${country}?`, expected_output: `It is ${CAPITALS[country as keyof typeof CAPITALS]}.`, ...more });
const dataset = (more: Readonly<Record<string, object>> = {}): string => Object.keys(CAPITALS).map((country) => `${line(country, more[country])}\n`).join('');

/** A project with the judges `one` and `two`; `answers` decides for each question. */
async function project(answers: (request: ChatRequest) => ChatAnswer | undefined) {
  const server = await startChatServer((request) => answers(request) ?? grade(isRight(request)));
  const judge = (name: string): string => `  - { name: ${name}, provider: openai, model: '${name === 'two' ? '${TWO}' : name}', endpoint: '${server.url}', api_key: test, max_retries: 0 }\n`;
  const workspace = await createWorkspace({ 'capitals.jsonl': dataset(), '.env': 'TWO=two\n', '.assay/targets.yaml': `targets:\n${judge('one')}${judge('two')}` });
  let seen = 0;
  return {
    workspace,
    server,
    assay: (...args: string[]) => runAssay(args, { cwd: workspace.folder }),
    /** How often each model was asked since the last call. */
    asked(): Readonly<Record<string, number>> {
      const models = server.requests.slice(seen).map(({ model }) => model);
      seen = server.requests.length;
      return Object.fromEntries([...new Set(models)].toSorted().map((model) => [model, models.filter((each) => each === model).length]));
    },
    async untilAsked(count: number) {
      for (const end = performance.now() + 30_000; server.requests.length < count && performance.now() < end; ) await sleep(10);
    },
  };
}

const commandIn = (text: string): readonly string[] => (/: assay (audit --resume \S+)\n/u.exec(text)?.[1] ?? '').split(' ');

interface Printed {
  readonly replies: number;
  readonly complete: boolean;
  readonly judges: readonly { id: string; lost: number; false_accepts: { value: number }; noise: { labels: number } }[];
}

test('an audit that Ctrl-C ended goes on where it was: nothing is judged twice, and the whole counts', async () => {
  let hangs = true;
  const { assay, asked, untilAsked, workspace, server } = await project(() => (hangs && server.requests.length > 20 ? { hang: true } : undefined));
  const { child, finished } = startAssay(['audit', 'capitals.jsonl', '--judge', 'one', '--concurrency', '3', '--max-false-accepts', '0.3'], { cwd: workspace.folder });
  await untilAsked(23);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await finished;
  expect([exitCode, stdout]).toEqual([130, expect.stringContaining('Audit: UNDECIDED')]);
  expect(stderr).toMatch(/go on with this audit: assay audit --resume \S+\n$/u);
  const folder = join(workspace.folder, '.assay/audits');
  const [id = ''] = await readdir(folder);
  expect(commandIn(stderr)).toEqual(['audit', '--resume', id]);
  // Right answers as they are written in files may hold what rows must not.
  expect(existsSync(join(folder, id, 'replies.jsonl'))).toBe(false);

  hangs = false;
  asked();
  expect((await assay(...commandIn(stderr), '--dry-run')).stdout).toMatch(/Would go on with \d+ trials/u);
  expect(asked()).toEqual({});
  const resumed = await assay(...commandIn(stderr), '--json');
  expect([resumed.exitCode, resumed.stderr]).toEqual([0, '']);
  expect(asked()).toEqual({ one: 4 * REPLIES - 20 });
  expect(JSON.parse(resumed.stdout)).toMatchObject({ replies: 48, complete: true, judges: [{ id: 'one', lost: 0, noise: { labels: 4 } }] });
  expect(existsSync(join(folder, id, 'judgements'))).toBe(false);

  expect(await assay('audit', '--resume')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no audit that did not finish') });
  const whole = await assay('audit', '--resume', 'latest');
  expect([whole.exitCode, asked()]).toEqual([0, {}]);
  expect(whole.stdout).toContain('48 replies to 4 cases');
  expect(await assay('run', '--resume', `.assay/audits/${id}`)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(new RegExp(`is an audit of judges, and no run[\\s\\S]*assay audit --resume ${id}`, 'u')) });
}, 60_000);

test('kill -9: what one judge said of a reply that the other was still asked about is kept too', async () => {
  let hangs = true;
  const { assay, asked, workspace } = await project(({ model }) => (hangs && model === 'two' ? { hang: true } : undefined));
  const { child, finished } = startAssay(['audit', 'capitals.jsonl', '--judge', 'one', '--judge', 'two', '--concurrency', '6'], { cwd: workspace.folder });
  const audits = join(workspace.folder, '.assay/audits');
  const kept = async (): Promise<number> => (await readdir(audits, { recursive: true }).catch(() => [])).filter((file) => /[/\\][0-9a-f]{62}$/u.test(file)).length;
  for (const end = performance.now() + 30_000; (await kept()) < 6 && performance.now() < end; ) await sleep(20);
  child.kill('SIGKILL');
  await finished;
  const judged = await kept();
  expect(judged).toBeGreaterThanOrEqual(6);
  asked();
  hangs = false;
  const resumed = await assay('audit', '--resume', '--json');
  expect({ exitCode: resumed.exitCode, stderr: resumed.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(asked()).toEqual({ one: 48 - judged, two: 48 });
  expect((JSON.parse(resumed.stdout) as Printed).judges.map(({ lost, noise }) => [lost, noise.labels])).toEqual([[0, 4], [0, 4]]);
}, 60_000);

test('a judge that was lost is asked again, and the other one is not', async () => {
  let isLost = true;
  const { assay, asked } = await project(({ model }) => (isLost && model === 'two' ? 'I like trains.' : undefined));
  const first = await assay('audit', 'capitals.jsonl', '--judge', 'one', '--judge', 'two', '--cases', '2');
  expect([first.exitCode, first.stdout]).toEqual([3, expect.stringContaining('two gave no usable answer on 24 of 24 replies')]);
  expect(first.stderr).toMatch(/have judged again what a judge was lost on: assay audit --resume \S+\n$/u);
  expect(asked()['one']).toBe(24);
  isLost = false;
  const again = await assay(...commandIn(first.stderr));
  expect([again.exitCode, again.stderr, asked()]).toEqual([0, '', { two: 24 }]);
  expect(again.stdout).toContain('Audit: passed');
}, 60_000);

test('what has changed meanwhile is judged again, or refused with what helps', async () => {
  let hangs = true;
  const { assay, asked, untilAsked, workspace, server } = await project(() => (hangs && server.requests.length > 40 ? { hang: true } : undefined));
  const started = startAssay(['audit', 'capitals.jsonl', '--judge', 'two', '--concurrency', '2', '--out', 'kept'], { cwd: workspace.folder });
  await untilAsked(41);
  const second = await assay('audit', '--resume', 'kept');
  expect([second.exitCode, second.stderr]).toEqual([2, expect.stringMatching(/is being written|in use|still going on|process/u)]);
  started.child.kill('SIGINT');
  const { stderr } = await started.finished;
  expect(stderr).toContain('assay audit --resume kept');
  hangs = false;

  const resume = (...more: string[]) => assay('audit', '--resume', 'kept', ...more);
  expect(await resume('--cases', '2', '--max-false-accepts', '0.5')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--cases, --max-false-accepts cannot be said with --resume: the audit goes on as it began') });
  expect(await assay('audit', 'capitals.jsonl', '--resume', 'kept')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--resume takes no files') });
  expect(await resume('--judge', 'one')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--judge cannot be said with --resume') });
  await workspace.write({ 'capitals.jsonl': dataset({ Spain: { expected_output: 'Madrid, of course.' } }) });
  expect(await resume()).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/the replies to case "\w+" of capitals\.jsonl would not be those that the audit made[\s\S]*audit the files anew/u) });
  await workspace.write({ 'capitals.jsonl': dataset().split('\n').slice(1).join('\n') });
  expect(await resume()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('case "Italy" of capitals.jsonl, which the audit drew, is not there any more') });
  await workspace.write({ 'capitals.jsonl': dataset(), '.env': 'TWO=three\n' });
  expect(await resume()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('target "two" is not what it was when the run began') });

  // Another criterion of a case: its replies are judged again, those of the others are not.
  asked();
  const before = new Set((await workspace.rows('kept')).map(({ caseId, repeat }) => `${caseId} ${repeat}`));
  const ofItaly = [...before].filter((key) => key.startsWith('Italy ')).length;
  await workspace.write({ 'capitals.jsonl': dataset({ Italy: { rubrics: ['Says what is right'] } }), '.env': 'TWO=two\n' });
  const { exitCode, stdout } = await resume('--json');
  expect([exitCode, (JSON.parse(stdout) as Printed).replies]).toEqual([0, 48]);
  expect(asked()).toEqual({ two: 48 - before.size + ofItaly });

  await workspace.write({ 'kept/audit.json': '{"schema_version": 1}' });
  expect(await resume()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kept/audit.json is not what an audit keeps (salt)') });
}, 90_000);

test('audits of projects that nobody vouches for lie in the folder of the user, and are gone on with there', async () => {
  let isLost = true;
  const { asked, workspace } = await project(() => (isLost ? 'I like trains.' : undefined));
  const own = await createWorkspace({ 'config/assay/targets.yaml': (await workspace.read('.assay/targets.yaml')).replace('${TWO}', 'two') });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder, env: { HOME: own.folder, XDG_STATE_HOME: join(own.folder, 'state'), XDG_CONFIG_HOME: join(own.folder, 'config') } });
  await workspace.remove('.assay');
  const first = await assay('audit', 'capitals.jsonl', '--judge', 'one', '--cases', '1', '--untrusted');
  expect({ exitCode: first.exitCode, text: first.stderr + first.stdout }).toMatchObject({ exitCode: 3, text: expect.stringContaining('Audit: UNDECIDED') });
  expect(existsSync(join(workspace.folder, '.assay'))).toBe(false);
  const [id = ''] = await readdir(join(own.folder, 'state/assay/audits'));
  expect(commandIn(first.stderr)).toEqual(['audit', '--resume', id]);
  isLost = false;
  asked();
  expect(await assay(...commandIn(first.stderr))).toMatchObject({ exitCode: 0, stderr: '' });
  // Of one case, without a wrong answer of another.
  expect(asked()).toEqual({ one: 9 });
  expect((await assay('audit', 'capitals.jsonl', '--judge', 'one', '--cases', '1', '--untrusted', '--out', 'here')).exitCode).toBe(0);
});

test('a budget that ends it decides nothing, nor does going on with one that ends it again; the whole decides', async () => {
  const server = await startChatServer((request) => grade(isRight(request)));
  const cases = Object.entries(CAPITALS).map(([country, city]) => JSON.stringify({ id: country, expected_outcome: `Names ${city}`, rubrics: [`Names ${city}`], input: `What is the capital of ${country}?`, expected_output: `It is ${city}.` }));
  const workspace = await createWorkspace({ 'capitals.jsonl': `${cases.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: sound, provider: openai, model: sound, endpoint: '${server.url}', api_key: test }\n` });
  const audit = (...more: string[]) => runAssay(['audit', ...more], { cwd: workspace.folder });
  // Half of the replies deserve to fail: that some of those judged by then do says nothing of the judge.
  for (const begun of [['capitals.jsonl', '--judge', 'sound', '--max-tokens', '60'], ['--resume', '--max-tokens', '70']]) {
    const { exitCode, stdout } = await audit(...begun);
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/Audit: UNDECIDED\n {2}stopped by --max-tokens \d+: [^\n]*\n(?: {2}\d+ of 48 planned trials did not finish\n)?$/u)]);
  }
  const { exitCode, stdout } = await audit('--resume', '--max-tokens', '1000000', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ complete: true, replies: 48, gate: { exit_code: 0, reasons: [] } })]);
});
