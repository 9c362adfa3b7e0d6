import path from 'node:path';
import type { JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, problems } from '../../../test/evaluation-input.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { codeJudge } from './code-judge.js';

/** A script that reads its input and answers with an expression over it. */
function answering(expression: string): string {
  return `let text = ''; for await (const part of process.stdin) text += part;
const input = JSON.parse(text);
console.log(JSON.stringify(${expression}));`;
}

async function judge(source: string, options: JsonObject = {}) {
  const directory = await temporaryFolder({ 'checks/judge.mjs': source });
  return evaluateWith(codeJudge, { script: ['node', 'checks/judge.mjs'], ...options }, { services: { directory } });
}

describe('code_judge', () => {
  test('runs a script in the suite’s folder and takes over what it says', async () => {
    const expression = `{ score: input.candidate_answer.includes('4') ? 0.75 : 0, hits: ['has 4'], misses: ['no sum'], reasoning: input.question, details: { outcome: input.expected_outcome } }`;
    expect(await judge(answering(expression))).toEqual({
      score: 0.75,
      hits: ['has 4'],
      misses: ['no sum'],
      reasoning: 'What is 2+2?',
      details: { outcome: 'Says that 2 + 2 is 4' },
    });
  });

  test('hands options of its own to the script as config, and only those', async () => {
    const score = await judge(answering('{ score: 1, details: input.config }'), {
      timeout_seconds: 30,
      allow: ['example.org'],
      maxLinks: 3,
      target: 0.8,
    });
    expect(score.details).toEqual({ allow: ['example.org'], maxLinks: 3, target: 0.8 });
  });

  test('runs in cwd, relative to the suite’s folder', async () => {
    const directory = await temporaryFolder({
      'checks/judge.mjs': answering('{ score: 1, reasoning: process.cwd() }'),
    });
    const options = { script: ['node', 'judge.mjs'], cwd: 'checks' };
    const score = await evaluateWith(codeJudge, options, { services: { directory } });
    expect(score.reasoning).toBe(path.join(directory, 'checks'));
  });

  test('runs a one-line script in a shell', async () => {
    const directory = await temporaryFolder();
    const script = 'cat > /dev/null; echo log; echo "{\\"score\\": 0.5}"';
    expect(await evaluateWith(codeJudge, { script }, { services: { directory } })).toMatchObject({ score: 0.5 });
  });

  test.each([
    ['console.log("fine")', /wrote no JSON object to its standard output; it wrote: fine/u],
    ['console.log(JSON.stringify({ score: 7 }))', /score must be a number from 0 to 1, got 7/u],
    ['console.log(JSON.stringify({ score: 1 })); process.exit(1)', /failed with exit code 1/u],
    ['throw new TypeError("broken check")', /TypeError: broken check/u],
  ])('%s is unscored, never a 0', async (source, message) => {
    await expect(judge(source)).rejects.toMatchObject({ code: 'unscored', message: expect.stringMatching(message) });
  });

  test('a script file that is not there is unscored, with what node said', async () => {
    await expect(judge('', { script: ['node', 'missing.mjs'] })).rejects.toThrow(
      /failed with exit code 1.*Cannot find module/su,
    );
  });

  test.each([
    [{ script: ['node', 'missing.mjs'] }, /there is no file .*missing\.mjs$/u],
    [{ script: ['python3', '../missing.py', '-x'] }, /there is no file .*missing\.py$/u],
    [{ script: ['./missing'] }, /there is no file .*missing$/u],
    [{ script: ['node', 'here.mjs'], cwd: 'nowhere' }, /there is no folder .*nowhere$/u],
  ])('%j certainly cannot run, which is found before the first response', async (options, message) => {
    const directory = await temporaryFolder({ 'here.mjs': '' });
    expect(await problems(codeJudge, options, directory)).toEqual([
      { path: ['script'], message: expect.stringMatching(message), hint: expect.stringContaining('paths start from') },
    ]);
  });

  test.each([
    [{ script: ['node', 'here.mjs'] }],
    [{ script: ['node', '--import', 'missing.mjs', 'x.mjs'] }],
    [{ script: ['no-such-program'] }],
    [{ script: ['uv', 'run', 'missing.py'] }],
    [{ script: 'node missing.mjs' }],
    [{ script: ['node', '../here.mjs'], cwd: 'deeper' }],
  ])('%j may run: nothing is started to find out', async (options) => {
    const directory = await temporaryFolder({ 'here.mjs': '', 'deeper/x': '' });
    expect(await problems(codeJudge, options, directory)).toEqual([]);
  });

  test('timeout_seconds ends a script that takes longer', async () => {
    await expect(judge('setInterval(() => {}, 1000)', { timeout_seconds: 0.5 })).rejects.toThrow(
      /did not finish within 0\.5 s/u,
    );
  });

  test.each([
    [{}, 'script is required'],
    [{ script: 3 }, 'script must be a command: a list such as ["node", "check.js"], or one line of text'],
    [{ script: [] }, 'script must not be empty'],
    [{ script: 'x', timeout_seconds: 0 }, 'timeout_seconds must be > 0'],
    [{ script: 'x', timeout_seconds: 'long' }, 'timeout_seconds must be a number, got "long"'],
    [{ script: 'x', cwd: 3 }, 'cwd must be text, got 3'],
    [{ script: 'x', target: { max_calls: 0 } }, 'target.max_calls must be a whole number >= 1'],
    [{ script: 'x', target: { max_calls: 3, model: 'm' } }, 'Invalid key: Expected never but received "model"'],
    [{ script: 'x', target: null }, 'target must be { max_calls: N }, how often the script may ask a judge, or true or false'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(codeJudge, options)).toEqual([message]);
  });
});
