import { describe, expect, test } from 'vitest';
import { callContext, scoreOf, testPoints, testRefused } from '../../test/point-table.js';
import { js } from './js.js';

describe('js', () => {
  testPoints('js', [
    ['r.length > 3', 'hello', 1],
    ['response === r', 'x', 1],
    ['0.25', '', 0.25],
    ['7', '', 1],
    ['-2', '', 0],
    ['({ score: 0.5, explain: "half" })', '', 0.5],
    ['({ score: true })', '', 1],
    ['return r.length / 10', 'hello', 0.5],
    ['const n = r.length;\nn > 3 ? { score: 1, explain: "long" } : 0;', 'hello', 1],
    ['r.includes("x") // why', 'x', 1],
    ['toolCalls.length === 1 && toolCalls[0].tool === "a"', callContext('a'), 1],
    ['context.docs[0] === "d"', { ...callContext(), context: { docs: ['d'] } }, 1],
  ]);

  describe('context', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', value: 'Capital?' }] },
      { role: 'assistant', content: 'Canberra', generated: true, toolCalls: [{ tool: 'look_up', input: { q: 'capital' } }] },
      { role: 'user', content: 'And its climate?' },
      { role: 'assistant', content: 'Mild.' },
    ] as const;
    const asked = { ...callContext(), text: 'Canberra\n\nMild.', messages, modelId: 'openai:gpt-4o-mini' };

    testPoints('js', [
      ['context.messages.map(({ role }) => role).join() === "user,assistant,user,assistant"', asked, 1],
      ['context.messages[0].content === "Capital?"', asked, 1],
      ['/canberra/i.test(context.messages[1]?.content || "")', asked, 1],
      ['context.messages.at(-1).content === "Mild."', asked, 1],
      ['context.messages[1].toolCalls[0].input.q === "capital" && !("toolCalls" in context.messages[2])', asked, 1],
      ['context.modelId === "openai:gpt-4o-mini"', asked, 1],
      ['context.docs[0] === "d" && context.messages.length === 4', { ...asked, context: { docs: ['d'] } }, 1],
      ['context.messages === "mine" && context.modelId === 7', { ...asked, context: { messages: 'mine', modelId: 7 } }, 1],
      ['context[0] === "a" && context.messages === undefined', { ...asked, context: ['a'] }, 1],
      ['arguments[2].messages.length === 4', asked, 1],
    ]);
  });

  testRefused(js, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);

  test.each([
    ['"text"', /the script gave "text"; it must be true, false or a number/u],
    ['undefined', /the script gave undefined/u],
    ['const a = 1;', /the script gave undefined/u],
    ['null', /the script gave null/u],
    ['NaN', /the script gave NaN/u],
    ['1 / 0', /the script gave Infinity/u],
    ['[]', /the script gave \[\]/u],
    ['() => 1', /the script gave a function/u],
    ['Promise.resolve(1)', /the script gave a promise/u],
    ['({ score: "1" })', /the script gave a score of "1"/u],
    ['({ score: NaN })', /the script gave a score of NaN/u],
    ['throw new Error("why")', /the script threw Error: why/u],
    ['throw 7', /the script threw Error: 7/u],
    ['context.x', /the script threw TypeError/u],
    ['r.len gth', /the script threw SyntaxError/u],
    ['require("fs")', /ReferenceError: 'require' is not defined/u],
    ['process.env', /ReferenceError: 'process' is not defined/u],
  ])('%s is unscored and says why, negated or not', async (code, message) => {
    await expect(scoreOf('js', code, 'text')).rejects.toThrow(message);
    await expect(scoreOf('not_js', code, 'text')).rejects.toThrow(message);
  });
});
