import { describe, expect, test } from 'vitest';
import { ALL, BLUEPRINT, CHECK, FILES, planned, project, SUITE, WITH, work } from './support/projects/worker-project.js';

describe('what differs is refused by its name, and the rest is done', () => {
  const change = (from: string, to: string): Record<string, string> => ({ 'evals/capitals.yaml': SUITE.replace(from, to) });

  test.each<{ readonly title: string; readonly files?: Record<string, string>; readonly env?: Record<string, string>; readonly unset?: string; readonly args?: readonly string[]; readonly rows: number; readonly says: RegExp }>([
    { title: 'the input of a case', files: change('of Peru', 'of Chile'), rows: 8, says: /^not what .*suite evals\/capitals\.yaml, case "peru" \(line 9\): its input$/u },
    { title: 'what is expected', files: change('names Lima', 'names Cusco'), rows: 8, says: /case "peru" .*: what is expected of the reply$/u },
    { title: 'an evaluator', files: change('value: Paris', 'value: paris'), rows: 7, says: /: its evaluators$/u },
    { title: 'a weight', files: change('weight: 2', 'weight: 3'), rows: 8, says: /case "france" .*: its weight, tags or settings$/u },
    { title: 'a prompt that the run had not', args: [...WITH, '--prompt', 'Tell me: {{input}}'], rows: 0, says: /^the trial was planned with other prompts \(--prompt\) than this worker was started with$/u },
    { title: 'a workspace', files: change('weight: 2', 'weight: 2, workspace: { template: prompts }'), rows: 8, says: /case "france" .*: its workspace, a file that it names \(ask\.md of its template, which was not there\)$/u },
    { title: 'a variant', files: { 'evals/towns.yaml': BLUEPRINT.replace('[0, 1]', '[0]') }, rows: 7, says: /^case "rome" of suite evals\/towns\.yaml has no variant "temp:1 sys:\d" here, but "temp:0 sys:1", "temp:0 sys:2"$/u },
    { title: 'a system prompt', files: { 'evals/towns.yaml': BLUEPRINT.replace('brief', 'short') }, rows: 7, says: /: variant "temp:\d sys:1": its temperature or system prompt$/u },
    { title: 'the content of a script', files: { 'evals/check.mjs': `${CHECK}\n` }, rows: 7, says: /: a file that it names \(evals\/check\.mjs\)$/u },
    { title: 'the content of a prompt', files: { 'evals/prompts/ask.md': 'Is it so? {{ candidate_answer }}' }, rows: 7, says: /: a file that it names \(evals\/prompts\/ask\.md\)$/u },
    { title: 'a case that is gone', files: change('id: peru', 'id: lima'), rows: 8, says: /^suite evals\/capitals\.yaml has no case "peru" here$/u },
    { title: 'a line that has moved', files: { 'evals/lines.jsonl': FILES['evals/lines.jsonl'].replace('\n\n', '\n') }, rows: 7, says: /^(?:line 3 of suite evals\/lines\.jsonl has another case here: "three", not "two"|suite evals\/lines\.jsonl has no case "three" here)$/u },
    { title: 'the name of a suite', files: change('dataset: capitals', 'dataset: towns'), rows: 7, says: /^suite evals\/capitals\.yaml is named "towns" here, not "capitals"$/u },
    { title: 'a suite that cannot be read', files: change('evalcases:', 'evalcases: ['), rows: 7, says: /^evals\/capitals\.yaml:\d+:\d+: /u },
    { title: 'the model of the target', env: { BOT_MODEL: 'other' }, rows: 0, says: /: target "bot": its provider, model, address or options$/u },
    { title: 'the address of target and judge', env: { BOT_URL: 'http://127.0.0.1:9/v1' }, rows: 0, says: /target "bot": its provider, model, address or options(?:; the judges: who they are, what they weigh, or how they are reached)?$/u },
    { title: 'the judge', args: ['--target', 'bot', '--judge', 'bot'], rows: 7, says: /: the judges: who they are, what they weigh, or how they are reached$/u },
    { title: 'the target', args: ['--target', 'judge', '--judge', 'judge'], rows: 0, says: /does not run on target "bot" here, but on "judge"$/u },
    { title: 'a variable that is not set', unset: 'BOT_KEY', rows: 0, says: /target "bot" needs the environment variable BOT_KEY .*not set/u },
    { title: 'the thresholds', files: { '.assay/config.yaml': 'verdicts: { pass: 0.9 }\n' }, rows: 0, says: /with: the thresholds of verdicts$/u },
    { title: 'whether rubrics must hold', files: { '.assay/config.yaml': 'rubric_required: true\n' }, rows: 0, says: /with: rubric_required$/u },
    { title: 'a price', files: { '.assay/config.yaml': 'prices: { "openai:*": { input: 1, output: 1 } }\n' }, rows: 0, says: /with: the prices of the settings$/u },
    { title: 'the thresholds and a price', files: { '.assay/config.yaml': 'verdicts: { pass: 0.9 }\nprices: { "openai:*": { input: 1, output: 1 } }\n' }, rows: 0, says: /with: the thresholds of verdicts; the prices of the settings$/u },
  ])('$title', async ({ files = {}, env = {}, unset, args, rows, says }) => {
    const here = await project();
    const jobs = await planned(here);
    await here.write(files);
    const { exitCode, ...found } = await work(jobs, here.folder, Object.fromEntries(Object.entries({ ...here.env, ...env }).filter(([name]) => name !== unset)), args);
    expect(found.rows.map(({ status }) => status)).toEqual(Array(rows).fill('ok'));
    expect(found.refused.length).toBe(ALL - rows);
    for (const { message } of found.refused) expect(message).toMatch(says);
    expect(exitCode).toBe(3);
  });

  test.each([
    { title: 'prints', script: '"node check.mjs 2>> judge.log"' },
    { title: 'writes by an option', script: '[node, check.mjs, --log=judge.log]' },
  ])('a file that takes what a script $title is none that a case names: it changes with every trial', async ({ script }) => {
    const here = await project();
    await here.write({ 'evals/capitals.yaml': SUITE.replace('script: [node, check.mjs]', `script: ${script}`), 'evals/judge.log': '' });
    const jobs = await planned(here);
    await here.write({ 'evals/judge.log': 'a line\n' });
    const logged = await work(jobs, here.folder, here.env);
    expect([logged.refused, logged.rows.length]).toEqual([[], ALL]);
    await here.write({ 'evals/check.mjs': `${CHECK}\n` });
    expect((await work(jobs, here.folder, here.env)).refused.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringMatching(/: a file that it names \(evals\/check\.mjs\)$/u)));
  });

  test('files that are not here, or were not there, by their names', async () => {
    const here = await project();
    await here.write({ 'evals/capitals.yaml': SUITE.replace('[node, check.mjs]', '[node, check.mjs, --words=words.txt, --more=more.txt]'), 'evals/words.txt': 'a' });
    const jobs = await planned(here);
    await here.remove('evals/words.txt');
    await here.write({ 'evals/more.txt': 'b', 'evals/prompts/ask.md': 'Is it so? {{ candidate_answer }}' });
    const { refused } = await work(jobs, here.folder, here.env);
    const named = /: files that it names \(evals\/more\.txt, which was not there; evals\/prompts\/ask\.md; evals\/words\.txt, which is not here\)$/u;
    expect(refused.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringMatching(named)));
  });

  test('files by their names among more than a job tells apart, which has the first ones', async () => {
    const here = await project();
    const template = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`evals/room/${String(index + 10)}.txt`, 'a']));
    await here.write({ 'evals/capitals.yaml': `workspace: { template: room }\n${SUITE.replace('[node, check.mjs]', '[node, check.mjs, --words=eight.txt]')}`, 'evals/eight.txt': 'a', ...template });
    const jobs = await planned(here, '--id', 'france');
    await here.remove('evals/eight.txt');
    await here.write({ 'evals/room/1.txt': 'b', 'evals/room/11.txt': 'b' });
    const { refused } = await work(jobs, here.folder, here.env);
    const named = /: files that it names \(1\.txt of its template, which was not there; 11\.txt of its template; evals\/eight\.txt, which is not here\)$/u;
    expect(refused.map(({ message }) => message)).toEqual([expect.stringMatching(named)]);
  });

  test('a suite that is not there', async () => {
    const here = await project();
    const jobs = await planned(here);
    await here.remove('evals/capitals.yaml');
    const { rows, refused } = await work(jobs, here.folder, here.env);
    expect([rows.length, refused.map(({ message }) => message)]).toEqual([7, Array(2).fill('there is no suite evals/capitals.yaml here')]);
  });

  test('prompts of the command line, by content: the same ones are taken', async () => {
    const here = await project();
    await here.remove('evals/towns.yaml');
    await here.write({ 'ask.md': 'Tell me: {{input}}' });
    const jobs = await planned(here, '--prompt', '@ask.md', '--id', 'france');
    const given = (...prompt: readonly string[]) => work(jobs, here.folder, here.env, [...WITH, ...prompt]);
    expect(await given('--prompt', '@ask.md')).toMatchObject({ refused: [], rows: [{ status: 'ok' }] });
    const OTHER = 'the trial was planned with other prompts (--prompt) than this worker was started with';
    expect((await given()).refused.map(({ message }) => message)).toEqual([OTHER]);
    await here.write({ 'ask.md': 'Tell us: {{input}}' });
    expect((await given('--prompt', '@ask.md')).refused.map(({ message }) => message)).toEqual([OTHER]);
  });

  test('the content of a script that a line for the shell starts', async () => {
    const here = await project();
    await here.write({ 'evals/capitals.yaml': SUITE.replace('script: [node, check.mjs]', 'script: node check.mjs') });
    const jobs = await planned(here);
    expect((await work(jobs, here.folder, here.env)).refused).toEqual([]);
    await here.write({ 'evals/check.mjs': `${CHECK}\n` });
    const { rows, refused } = await work(jobs, here.folder, here.env);
    expect(rows.length).toBe(7);
    expect(refused.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringMatching(/: a file that it names \(evals\/check\.mjs\)$/u)));
  });

  test.each<{ readonly title: string; readonly entry: string; readonly file: string; readonly before: string; readonly after: string }>([
    { title: 'a script', entry: 'type: code_judge, script: [node, checker]', file: 'checker', before: CHECK, after: `${CHECK}\n` },
    { title: 'a script of a line for the shell', entry: 'type: code_judge, script: node checker', file: 'checker', before: CHECK, after: `${CHECK}\n` },
    { title: 'what a script is given by an option', entry: 'type: code_judge, script: [node, check.mjs, --words=words.txt]', file: 'words.txt', before: 'a', after: 'b' },
    { title: 'a prompt', entry: 'type: llm_judge, prompt: tone', file: 'tone', before: 'Is it kind? {{ candidate_answer }}', after: 'Is it rude? {{ candidate_answer }}' },
    { title: 'a schema', entry: 'type: json_schema, schema: shape', file: 'shape', before: '{ "type": "object" }', after: '{ "type": "array" }' },
    { title: 'code', entry: 'type: javascript, value: file://code', file: 'code', before: 'module.exports = () => true;', after: 'module.exports = () => false;' },
  ])('the content of a file whose name tells nothing: $title', async ({ entry, file, before, after }) => {
    const here = await project();
    await here.write({ 'evals/capitals.yaml': SUITE.replace('type: contains, value: Paris', entry), [`evals/${file}`]: before });
    const jobs = await planned(here);
    expect((await work(jobs, here.folder, here.env)).refused).toEqual([]);
    await here.write({ [`evals/${file}`]: after });
    const { rows, refused } = await work(jobs, here.folder, here.env);
    expect(rows.length).toBe(7);
    expect(refused.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringMatching(new RegExp(`: a file that it names \\(evals/${file}\\)$`, 'u'))));
  });
});
