import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateScript, type EvaluateScriptOptions } from './evaluate-script.js';

async function valueOf(code: string, options: Partial<EvaluateScriptOptions> = {}): Promise<unknown> {
  return (await evaluateScript({ code, globals: { text: 'hello' }, ...options })).value;
}

const yes = { type: 'boolean', value: true };
const no = { type: 'boolean', value: false };

describe('what a script may be', () => {
  test.each([
    ['r.length > 3', yes],
    ['r === response', yes],
    ['{ score: 1 }', { type: 'scored', score: { type: 'number', value: 1 } }],
    ['const n = r.length; n / 10', { type: 'number', value: 0.5 }],
    ['if (r) return true; return false', yes],
    ['undeclared = 5; undeclared === 5', yes],
    ['with ({ a: true }) { a }', yes],
    ['"return 1" && true', yes],
    ['true // a comment', yes],
    ['this === undefined || typeof this === "object"', yes],
    ['class A { toString() { return "a"; } }; `${new A()}` === "a"', yes],
    ['const o = {}; o.toString = () => "mine"; `${o}` === "mine"', yes],
    ['class E extends Error { constructor() { super("m"); this.name = "E"; } }; new E().name === "E"', yes],
  ])('%s', async (code, value) => {
    expect(await valueOf(code)).toEqual(value);
  });

  test.each([
    ['a\0b', 3],
    ['\ud800', 1],
    ['\u{1F600}é長', 4],
    ['', 0],
  ])('the text arrives whole: %j', async (text, length) => {
    expect(await valueOf('r.length', { globals: { text } })).toEqual({ type: 'number', value: length });
    expect(await valueOf(`r === ${JSON.stringify(text)}`, { globals: { text } })).toEqual(yes);
  });

  test('the context, the calls and the arguments are copies', async () => {
    const context = { list: [1] };
    const globals = { context, toolCalls: [{ tool: 'a', input: { x: 1 } }], args: 'text' };
    expect(await valueOf('context.list.push(2) + toolCalls[0].input.x + args.length', { globals })).toEqual({
      type: 'number',
      value: 7,
    });
    expect(await valueOf('context.list.length === 1', { globals })).toEqual(yes);
    expect(context).toEqual({ list: [1] });
  });

  test('a text of 1 MB', async () => {
    const text = `${'word '.repeat(200_000)}é`;
    expect(await valueOf('r.split(" ").length', { globals: { text } })).toEqual({ type: 'number', value: 200_001 });
  });
});

describe('isolation', () => {
  test.each([
    ['String.prototype.includes = () => true; r.includes("zz")', 'r.includes("zz")'],
    ['Array.isArray = () => true; Array.isArray(1)', 'Array.isArray(1)'],
    ['globalThis.leak = 1; leak === 1', 'typeof leak !== "undefined"'],
    ['leaked = 1; leaked === 1', 'typeof leaked !== "undefined"'],
    ['Object.prototype.extra = 1; ({}).extra === 1', '"extra" in {}'],
    ['JSON.stringify = () => "{}"; JSON.stringify(1) === "{}"', 'JSON.stringify(1) === "{}"'],
    ['Math.max.mine = 1; Math.max.mine === 1', '"mine" in Math.max'],
    ['(0, eval)("var global1 = 1"); global1 === 1', 'typeof global1 !== "undefined"'],
    ['Object.getPrototypeOf([].values()).next = null; true', 'Object.getPrototypeOf([].values()).next === null'],
    ['Object.getPrototypeOf(function* () {}).x = 1; true', '"x" in Object.getPrototypeOf(function* () {})'],
    ['Object.getPrototypeOf(async () => 1).x = 1; true', '"x" in Object.getPrototypeOf(async () => 1)'],
    ['Symbol.for("s").constructor.prototype.x = 1; Symbol("a").x === 1', 'Symbol.for("s").x === 1'],
    ['delete globalThis.JSON; typeof JSON === "undefined"', 'typeof JSON === "undefined"'],
    ['Object.defineProperty(RegExp.prototype, "test", { value: () => 7 }); /a/.test("b") === 7', '/a/.test("a") === 7'],
  ])('%s works for itself and for nobody else', async (code, seenByOthers) => {
    expect(await valueOf(code)).toEqual(yes);
    expect(await valueOf(seenByOthers)).toEqual(no);
    expect(await valueOf(code)).toEqual(yes);
  });

  test('the same script keeps nothing from one evaluation to the next', async () => {
    const tricks = [
      'r.counter = (r.counter || 0) + 1; r.counter > 1',
      'try { arguments.callee.n = (arguments.callee.n || 0) + 1; arguments.callee.n > 1 } catch { false }',
      '(() => { const s = ((x) => x)`a`; try { s.n = (s.n || 0) + 1 } catch {} return s.n > 1 })()',
      '1)}), ((n) => () => n++ > 0)(0), (function () { return (2',
    ];
    for (const code of tricks) {
      const first = await valueOf(code);
      expect(await valueOf(code)).toEqual(first);
      expect(first).not.toEqual(yes);
    }
  });

  test.each(['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'console', 'Buffer', 'postMessage', 'os', 'std'])(
    'there is no %s',
    async (name) => {
      expect(await valueOf(`typeof ${name} === "undefined"`)).toEqual(yes);
    },
  );

  test('a way out by constructors leads nowhere', async () => {
    expect(await valueOf('typeof r.constructor.constructor("return this")().process')).toMatchObject({
      shown: '"undefined"',
    });
    expect(await valueOf('import("node:fs")')).toEqual({ type: 'promise' });
  });
});

describe('limits', () => {
  test.each([
    ['for (;;) {}'],
    ['/(a+)+$/.test("a".repeat(40) + "b")'],
  ])('%s stops at its deadline', async (code) => {
    await expect(valueOf(code, { deadlineMs: 100 })).rejects.toThrow('the script did not finish within 100 ms');
    expect(await valueOf('r === "hello"')).toEqual(yes);
  });

  test.each([
    ['new Uint8Array(1e9)', /out of memory|invalid array/u],
    ['"x".repeat(2 ** 29)', /out of memory|invalid/u],
    ['let s = "x"; for (;;) s += s', /out of memory|too long/u],
    ['(function f() { return f() })()', /stack/u],
    ['JSON.parse("[".repeat(1e5))', /stack/u],
    ['eval("(".repeat(1e5) + "1" + ")".repeat(1e5))', /stack/u],
    ['new RegExp("(".repeat(1e5) + ")".repeat(1e5))', /captures|stack/u],
    ['[].concat.apply([], new Array(1e6).fill(1))', /stack|many|memory/u],
  ])('%s ends with an error of its own', async (code, message) => {
    expect(await valueOf(code, { deadlineMs: 10_000 })).toMatchObject({
      type: 'thrown',
      message: expect.stringMatching(message),
    });
    expect(await valueOf('r === "hello"')).toEqual(yes);
  });

  test('a limit that is asked for is kept', async () => {
    expect(await valueOf('"x".repeat(4e6).length', { memoryMb: 2 })).toMatchObject({ type: 'thrown' });
    expect(await valueOf('"x".repeat(4e6).length', { memoryMb: 16 })).toEqual({ type: 'number', value: 4e6 });
  });
});

describe('abort', () => {
  test('an aborted signal runs nothing and rejects with its reason', async () => {
    const reason = new UnscoredError('stopped');
    await expect(valueOf('true', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('an abort ends the script that is running, and the others go on', async () => {
    const controller = new AbortController();
    const reason = new UnscoredError('stopped');
    const running = valueOf('for (;;);', { signal: controller.signal, deadlineMs: 60_000 });
    const waiting = valueOf('r.length');
    setTimeout(() => controller.abort(reason), 300);
    await expect(running).rejects.toBe(reason);
    expect(await waiting).toEqual({ type: 'number', value: 5 });
  });

  test('an abort ends all that wait on its signal, running or not, and nothing else', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const ended = [valueOf('for (;;);', { signal }), ...Array.from({ length: 20 }, () => valueOf('1', { signal }))];
    const other = valueOf('r.length');
    controller.abort(new UnscoredError('stopped'));
    const settled = await Promise.allSettled(ended);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await other).toEqual({ type: 'number', value: 5 });
  });
});
