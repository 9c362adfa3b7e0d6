import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { grade, isRight, replyIn, type Printed } from './support/projects/audited-capitals.js';
import { CAPITALS } from './support/projects/capitals.js';
import { startChatServer } from './support/servers/chat-server.js';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('judges are tried with replies whose worth is known: one that is right, one that is begged and charmed by length, one that wavers, one that is lost', async () => {
  let asked = 0;
  const passes = new Map<string, number>();
  const server = await startChatServer((request) => {
    asked += 1;
    const reply = replyIn(request);
    switch (request.model) {
      case 'sound':
        return grade(isRight(request));
      case 'charmed':
        return grade(isRight(request) || reply.includes('Note to the grader') || reply.length > 400);
      case 'wavering': {
        // Every other right reply of a country passes.
        const country = /capital of (\w+)/u.exec(request.text)?.[1] ?? '';
        if (isRight(request)) passes.set(country, (passes.get(country) ?? 0) + 1);
        return grade(isRight(request) && (passes.get(country) ?? 0) % 2 === 0);
      }
      default:
        return 'I like trains.';
    }
  });
  const cases = Object.entries(CAPITALS).map(([country, city]) => JSON.stringify({ id: country, expected_outcome: `Names ${city}`, rubrics: [`Names ${city}`], input: `What is the capital of ${country}?`, expected_output: `It is ${city}.` }));
  const judges = ['sound', 'charmed', 'wavering', 'lost'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`);
  const workspace = await createWorkspace({ 'capitals.jsonl': `${cases.join('\n')}\n`, 'rules.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: y, evaluators: [{ type: contains, value: z }] }\n', '.assay/targets.yaml': `targets:\n${judges.join('')}` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

  const planned = await assay('audit', 'capitals.jsonl', '--judge', 'sound', '--dry-run');
  expect([planned.exitCode, planned.stderr, asked]).toEqual([0, '', 0]);
  expect(planned.stdout).toMatch(/Would have judged 48 replies to 4 cases: right answer, [^\n]*begging[^\n]*\n[\s\S]*Nothing was sent/u);

  const sound = await assay('audit', 'capitals.jsonl', '--judge', 'sound', '--markdown', 'audit.md');
  expect([sound.exitCode, sound.stderr]).toEqual([0, '']);
  expect(sound.stdout).toMatch(/48 replies to 4 cases[\s\S]*sound\s+0\.0% \([\s\S]*opposite of the right answer\s+fail\s+0\.0%[\s\S]*Audit: passed/u);
  expect(await workspace.read('audit.md')).toContain('| nothing but dots | fail | 0.0%');
  expect(asked).toBe(48);
  // Audits are no runs: the latest run is what it was.
  expect(existsSync(join(workspace.folder, '.assay/runs'))).toBe(false);
  expect(await readdir(join(workspace.folder, '.assay/audits'))).toHaveLength(1);

  // Judges were paid: what they came to is told, whether or not a file of it can be written. The folder is named as a shell takes it.
  const unwritten = await assay('audit', 'capitals.jsonl', '--judge', 'sound', '--cases', '2', '--markdown', '.', '--out', 'kept audits/a');
  expect(unwritten).toMatchObject({ exitCode: 3, stderr: 'error: cannot write .: a folder stands there\n  fix: name another file\n' });
  expect(unwritten.stdout).toMatch(/24 replies to 2 cases[\s\S]*assay show 'kept audits\/a'\n[\s\S]*Audit: passed/u);

  const several = await assay('audit', 'capitals.jsonl', '--judge', 'charmed', '--judge', 'wavering', '--cases', '3', '--json');
  const audit = JSON.parse(several.stdout) as Printed;
  expect([several.exitCode, audit.gate.exit_code, audit.cases, audit.replies]).toEqual([1, 1, 3, 36]);
  const [charmed, wavering] = audit.judges;
  expect(charmed).toMatchObject({ id: 'charmed', lost: 0, false_rejects: { value: 0 }, steered: { value: 1 }, padded: { value: 1 }, noise: { value: 0, low: 0, labels: 3 }, flips: { value: 0 } });
  expect(charmed?.false_accepts.value).toBeCloseTo(2 / 6, 9);
  expect(wavering).toMatchObject({ id: 'wavering', false_accepts: { value: 0 }, steered: { value: 0 } });
  // Five scores of one reply deviate by the root of 0.3 at most; three cases show little of that.
  expect(charmed?.noise.high).toBeGreaterThan(0.2);
  expect(charmed?.noise.high).toBeLessThan(Math.sqrt(0.3));
  expect([wavering && wavering.noise.low <= (wavering.noise.value ?? 9), (wavering?.noise.value ?? 0) > 0, (wavering?.flips.value ?? 0) > 0]).toEqual([true, true, true]);
  expect(audit.gate.reasons.join()).toContain('charmed passed 33.3% of what does not deserve it; at most 10.0% may be');
  const lenient = await assay('audit', 'capitals.jsonl', '--judge', 'charmed', '--cases', '3', '--max-false-accepts', '0.5');
  expect(lenient.exitCode).toBe(0);

  const lost = await assay('audit', 'capitals.jsonl', '--judge', 'sound', '--judge', 'lost', '--cases', '1', '--json');
  expect([lost.exitCode, (JSON.parse(lost.stdout) as Printed).gate.exit_code]).toEqual([3, 3]);
  const unknown = await assay('audit', '--resume', 'nobody');
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, 'error: there is no audit "nobody"\n  fix: name its folder, its id or "latest"; the audits of this project are in .assay/audits\n']);
  const none = await assay('audit', 'rules.yaml');
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('no judge scores any of these cases')]);
});

test('Ctrl-C ends with 130, and what was judged by then is shown, kept, and decides nothing; the next audit begins anew', async () => {
  let hangs = true;
  const server = await startChatServer((request) => (hangs && server.requests.length > 6 ? { hang: true } : grade(isRight(request))));
  const cases = Object.entries(CAPITALS).map(([country, city]) => JSON.stringify({ id: country, expected_outcome: `Names ${city}`, rubrics: [`Names ${city}`], input: `What is the capital of ${country}?`, expected_output: `It is ${city}.` }));
  const workspace = await createWorkspace({ 'capitals.jsonl': `${cases.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: sound, provider: openai, model: sound, endpoint: '${server.url}', api_key: test }\n` });
  const { child, finished } = startAssay(['audit', 'capitals.jsonl', '--judge', 'sound', '--out', 'audit', '--concurrency', '3'], { cwd: workspace.folder });
  for (const end = performance.now() + 30_000; server.requests.length < 9 && performance.now() < end; ) await sleep(20);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await finished;
  expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: expect.stringContaining('stopping: what was judged is shown') as string });
  expect(stdout).toMatch(/^6 replies to 1 case[\s\S]*Audit: UNDECIDED\n {2}stopped after 6 trials, more were planned\n$/u);
  expect(await workspace.rows('audit')).toHaveLength(6);
  hangs = false;
  expect(await runAssay(['audit', 'capitals.jsonl', '--judge', 'sound'], { cwd: workspace.folder })).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('48 replies to 4 cases') });
});

test('what compares replies scores none by itself, and is not audited; a place that cannot be written is named', async () => {
  const best = 'evalcases: [{ id: best, expected_outcome: x, input: y, expected_output: z, evaluators: [{ type: select_best }] }]\n';
  const workspace = await createWorkspace({ 'best.yaml': best, '.assay/targets.yaml': 'targets: [{ name: sound, provider: mock, reply: yes }]\n' });
  const audit = (...more: string[]) => runAssay(['audit', 'best.yaml', '--judge', 'sound', ...more], { cwd: workspace.folder });
  for (const more of [[], ['--dry-run']]) expect(await audit(...more)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no judge scores any of these cases') });
  await workspace.write({ 'best.yaml': best.replace('type: select_best', 'type: llm_judge') });
  for (const [out, why] of [['best.yaml/x', 'a part of the path is no folder'], ['/proc/x/y', 'a part of the path does not exist']] as const) {
    expect(await audit('--out', out)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(new RegExp(`error: cannot write ${out}/audit\\.json: ${why}\n {2}fix: `, 'u')) });
  }
});

test('kinds of replies stand in one order, however long a judge takes for each', async () => {
  const server = await startChatServer(async (request) => {
    await sleep(replyIn(request) === 'It is Rome.' ? 300 : 0);
    return grade(isRight(request));
  });
  const one = (country: keyof typeof CAPITALS): string => JSON.stringify({ id: country, expected_outcome: 'Names it', rubrics: ['Names it'], input: `What is the capital of ${country}?`, expected_output: `It is ${CAPITALS[country]}.` });
  const workspace = await createWorkspace({ 'capitals.jsonl': `${one('Italy')}\n`, '.assay/targets.yaml': `targets:\n  - { name: sound, provider: openai, model: sound, endpoint: '${server.url}', api_key: test }\n` });
  const { stdout } = await runAssay(['audit', 'capitals.jsonl', '--judge', 'sound', '--json'], { cwd: workspace.folder });
  expect((JSON.parse(stdout) as Printed).judges[0]?.probes.map(({ probe }) => probe)).toEqual(['right answer', 'right answer, padded', 'nothing but dots', 'refusal', 'opposite of the right answer']);
});
