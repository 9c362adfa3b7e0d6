import { describe, expect, test } from 'vitest';
import { evaluateWith, makeCase, makeResponse, problems } from '../../../test/evaluation-input.js';
import { withShortLimit } from '../../../test/short-limit.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { javascript } from './javascript.js';

const evalCase = makeCase({ vars: { name: 'Ada', list: [1, 2] }, context: { limit: 3 } });
const run = (value: string, more: Parameters<typeof evaluateWith>[1] = {}) => evaluateWith(javascript, { value, ...more }, { evalCase, response: makeResponse({ text: 'Hello Ada' }) });

describe('javascript', () => {
  test.each([
    ["output.includes('Ada')", { score: 1 }],
    ["output === 'x'", { score: 0 }],
    ['output.length / 18', { score: 0.5 }],
    ['output.length;', { score: 1 }],
    ["const name = context.vars.name;\nreturn output.endsWith(name);", { score: 1 }],
    ['context.vars.list.length === 2', { score: 1 }],
    ['context.limit / 6', { score: 0.5 }],
    ["context.prompt.includes('2+2')", { score: 1 }],
    ['({ pass: false, score: 0.9, reason: "no" })', { score: 0.9, verdict: 'fail', reasoning: 'no' }],
    ['return { pass: true, score: 0.25 };', { score: 0.25, verdict: 'pass' }],
    ['({ pass: true })', { score: 1, verdict: 'pass' }],
    ['({ score: 0.5, reason: "half" })', { score: 0.5, reasoning: 'half' }],
    ['module.exports = (output, context) => output.length === 9 && context.vars.name === "Ada";', { score: 1 }],
  ])('%j', async (value, expected) => {
    expect(await run(value)).toMatchObject(expected);
  });

  test('a threshold decides the verdict, together with what the script says', async () => {
    expect(await run('0.5', { threshold: 0.5 })).toMatchObject({ score: 0.5, verdict: 'pass' });
    expect(await run('0.4', { threshold: 0.5 })).toMatchObject({ verdict: 'fail' });
    expect(await run('({ pass: true, score: 0.4 })', { threshold: 0.5 })).toMatchObject({ verdict: 'fail' });
    expect(await run('0.4')).not.toHaveProperty('verdict');
  });

  test.each([
    ["'text'", 'the script gave "text"'],
    ['const a = 1;', 'the script gave undefined'],
    ['({ pass: "yes" })', 'the script gave a score of "yes"'],
    ['throw new Error("no")', 'the script threw Error: no'],
    ['Promise.resolve(1)', 'the script gave a promise'],
    ['process.exit()', "'process' is not defined"],
    ['require("fs")', 'require'],
  ])('%j leaves the response unscored', async (value, message) => {
    await expect(run(value)).rejects.toThrow(message);
  });

  describe('a script that never ends', () => {
    // That it is a second stands in the tests of patterns.
    withShortLimit(250);

    test.each([['while (true);', 'did not finish']])('%j leaves the response unscored', async (value, message) => {
      await expect(run(value)).rejects.toThrow(message);
    });
  });

  test('one script leaves nothing for the next', async () => {
    expect(await run('String.prototype.includes = () => false; return true;').catch(() => ({ score: 1 }))).toMatchObject({ score: 1 });
    expect(await run("output.includes('Ada')")).toMatchObject({ score: 1 });
  });

  test('a file is run, and what cannot be run is found when the file is read', async () => {
    const directory = await temporaryFolder({ 'check.js': 'module.exports = (output) => ({ pass: output.startsWith("Hello"), score: 0.75 });', 'broken.js': 'return ((' });
    const response = makeResponse({ text: 'Hello' });
    expect(await evaluateWith(javascript, { value: 'file://check.js' }, { response, services: { directory } })).toMatchObject({ score: 0.75, verdict: 'pass' });
    expect(await problems(javascript, { value: 'file://check.js' }, directory)).toEqual([]);
    expect(await problems(javascript, { value: 'file://none.js' }, directory)).toMatchObject([{ path: ['value'], message: expect.stringContaining('"none.js" was not found') }]);
    for (const value of ['file://broken.js', 'return ((', 'output ===']) {
      expect(await problems(javascript, { value }, directory)).toMatchObject([{ path: ['value'], message: expect.stringContaining('is not JavaScript') }]);
    }
  });
});
