import { describe, expect, test } from 'vitest';
import { evaluateScript, type EvaluateScriptOptions } from './evaluate-script.js';

async function valueOf(code: string, options: Partial<EvaluateScriptOptions> = {}): Promise<unknown> {
  return (await evaluateScript({ code, globals: { text: 'hello' }, ...options })).value;
}

const yes = { type: 'boolean', value: true };

describe('limits', () => {
  test.each([
    ['for(;;)"x".repeat(1e6).split("").join("y")'],
    ['({ get score() { for (;;); } })'],
    ['try { for (;;); } catch { true }'],
    ['(function f() { try { f() } finally { f() } })()'],
  ])('%s stops at its deadline', async (code) => {
    await expect(valueOf(code, { deadlineMs: 100 })).rejects.toThrow('the script did not finish within 100 ms');
    expect(await valueOf('r === "hello"')).toEqual(yes);
  });

  test('memory that a script leaves behind is not counted against the next one', async () => {
    const bomb = 'const a = []; a.push(a); for (let i = 0; i < 40; i++) a.push("x".repeat(1e6) + i); true';
    for (let turn = 0; turn < 5; turn++) expect(await valueOf(bomb, { deadlineMs: 10_000 })).toEqual(yes);
  });

  test('a hostile script costs only its own result', async () => {
    const codes = ['r.length', 'for(;;)"x".repeat(1e6).split("").join("y")', 'for (;;);', 'throw 1', 'r.length'];
    const settled = await Promise.allSettled(codes.map((code) => valueOf(code, { deadlineMs: 500 })));
    expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : 'stopped'))).toEqual([
      { type: 'number', value: 5 },
      'stopped',
      'stopped',
      { type: 'thrown', name: 'Error', message: '1' },
      { type: 'number', value: 5 },
    ]);
  });

  test('expressions that run in one go: a hostile one costs only its own result', async () => {
    const good = Array.from({ length: 20 }, (_, index) => `r.length + ${index}`);
    const hostile = [
      // Native code that does not notice its deadline: only the end of the thread stops it.
      '(function () { for (;;) "x".repeat(1e6).split("").join("y") })()',
      '(function () { for (;;); })()',
      '(function () { const all = []; for (;;) all.push("x".repeat(1e6) + all.length); })()',
      '(function f() { return f() + 1; })()',
      'missing.property',
      '(() => { r.constructor.prototype.includes = () => true; return "abc".includes("z"); })()',
    ];
    const codes = hostile.flatMap((code) => [...good, code]);
    const settled = await Promise.allSettled(codes.map((code) => valueOf(code, { deadlineMs: 200 })));
    const shown: readonly { readonly type: string }[] = settled.map((result) =>
      result.status === 'fulfilled' ? (result.value as { readonly type: string }) : { type: 'stopped' },
    );
    const ofGood = shown.filter((_, index) => index % (good.length + 1) !== good.length);
    expect(ofGood).toEqual(hostile.flatMap(() => good.map((_, index) => ({ type: 'number', value: 5 + index }))));
    const ofHostile = shown.filter((_, index) => index % (good.length + 1) === good.length);
    const [endless, loop, memory, ...others] = ofHostile.map(({ type }) => type);
    expect([endless, loop]).toEqual(['stopped', 'stopped']);
    // Whichever limit it reaches first.
    expect(['stopped', 'thrown']).toContain(memory);
    // The last one may change its own realm, and only that.
    expect(others).toEqual(['thrown', 'thrown', 'boolean']);
    expect(await valueOf('"abc".includes("z")')).toEqual({ type: 'boolean', value: false });
    // Where others are at work each of them gets its time late.
  }, 120_000);

  test('1,000 scripts at once, each with a text of its own', async () => {
    const values = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => valueOf('Number(r)', { globals: { text: String(index) } })),
    );
    expect(values).toEqual(Array.from({ length: 1000 }, (_, index) => ({ type: 'number', value: index })));
  });
});
