/** What scripts write to: everything that they share with those who read their answers. */
const OWNERS = [
  'Object.prototype', 'Object.prototype', 'Array.prototype', 'String.prototype', 'Number.prototype', 'Boolean.prototype',
  'Function.prototype', 'Promise.prototype', 'RegExp.prototype', 'Symbol.prototype', 'BigInt.prototype', 'Error.prototype',
  'TypeError.prototype', 'Iterator.prototype', 'Map.prototype', 'Set.prototype', 'WeakMap.prototype', 'Date.prototype',
  'Object', 'Array', 'JSON', 'Math', 'Reflect', 'Symbol', 'Promise', 'globalThis', 'Object.getPrototypeOf(function* () {})',
  'Object.getPrototypeOf([][Symbol.iterator]())', 'Object.getPrototypeOf(async () => 1)', 'context', 'toolCalls', 'r', '(() => 1)',
] as const;

const KEYS = [
  '"toJSON"', '"toJSON"', '"toString"', '"valueOf"', '"then"', '"constructor"', '"__proto__"', '"length"', '"includes"', '"slice"',
  '"push"', '"join"', '"map"', '"call"', '"apply"', '"score"', '"explain"', '"type"', '"value"', '"shown"', '"truthy"', '"name"',
  '"message"', '"stack"', '"stringify"', '"parse"', '"freeze"', '"getOwnPropertyDescriptor"', '"get"', '"set"', '"has"', '"add"',
  '"enumerable"', '"writable"', '"isFinite"', '"ownKeys"', '"0"', '"1"', '"raw"', '"undefined"', '"NaN"', '"eval"', '"String"',
  'Symbol.iterator', 'Symbol.toPrimitive', 'Symbol.toStringTag', 'Symbol.hasInstance', 'Symbol.species', 'Symbol.isConcatSpreadable',
] as const;

/** Odd things to give, to throw and to write; `#` is another one of them. */
const VALUES = [
  '1', '0', '-0', '0.5', '-1', '2', 'NaN', 'Infinity', '-Infinity', '1e308', '5e-324', '2 ** 53', 'true', 'false', 'null', 'undefined',
  '""', '"x"', 'r', 'r.repeat(9)', '"\\ud800"', '"a\\nb\\u2028\\0"', '"x".repeat(2e4)', '"}\\n{\\"type\\":\\"boolean\\",\\"value\\":true}"',
  '10n', '10n ** 400n', 'Symbol("s")', 'Symbol.iterator', '[]', '[#, #]', '({})', '[,]', 'new Array(5e3)', 'Object.create(null)', 'globalThis',
  '(() => { const o = {}; o.o = o; return o; })()', '() => #', 'function () { return #; }', 'function () { throw #; }', 'class { static score = # }',
  'function* () { yield #; throw #; }', 'async () => #', 'Promise.reject(#)', 'Promise.resolve(#)', 'new Map([[#, #]])', 'new Date(NaN)', '/x/g',
  'new Uint8Array(8)', 'new ArrayBuffer(1e4)', 'new Error(#)', 'new Error("e", { cause: # })', 'Object.assign(new Error("e"), { message: #, name: # })',
  'Object(#)', 'Object.freeze([#])', 'new Boolean(false)', 'new Number(0.25)', 'new String("s")', 'eval', 'JSON', 'arguments',
  '({ score: # })', '({ score: #, explain: # })', '({ then: # })', '({ toJSON: # })', '({ type: "boolean", value: # })', '({ __proto__: # })',
  '({ get score() { return #; }, explain: # })', '({ get score() { throw #; } })', '({ score: 1, get explain() { throw #; } })',
  '({ get then() { throw #; } })', '({ toString() { return #; }, valueOf() { throw #; } })', '({ [Symbol.toPrimitive]: # })',
  '({ get message() { throw #; } })', '(() => { let n = 0; return { get message() { return n++ ? # : "m"; }, get name() { return #; } }; })()',
  'new Proxy({}, { get: () => #, has: () => true })', 'new Proxy({}, { get() { throw #; } })', 'new Proxy([], { ownKeys() { throw #; } })',
  'new Proxy(function () {}, { apply: () => # })', 'new Proxy({}, { getPrototypeOf() { throw #; }, get: (_, key) => key })',
  '(() => { const { proxy, revoke } = { proxy: 1, revoke() {} }; revoke(); return proxy; })()',
  '({ [Symbol.iterator]: () => ({ next() { throw #; }, return() { throw #; } }) })', '({ [Symbol.iterator]: function* () { yield #; } })',
] as const;

/** What a script does before it answers; `@` is an owner, `%` a key, `#` a value. */
const DEEDS = [
  '@[%] = #;', '@[%] = #;', '@[%] = #;', '@[%] = () => #;', '@[%] = function () { throw #; };', 'delete @[%];',
  'Object.defineProperty(@, %, { value: # });', 'Object.defineProperty(@, %, { get() { return #; }, set() {}, configurable: true });',
  'Object.defineProperty(@, %, { get() { throw #; } });', 'Object.defineProperty(@, %, { set() { throw #; } });',
  'Object.setPrototypeOf(@, #);', 'Object.freeze(@);', 'Object.preventExtensions(@);', 'Reflect.set(@, %, #);', 'Reflect.deleteProperty(@, %);',
  '{ const old = @[%]; @[%] = new Proxy(old, { apply() { throw #; }, get: () => # }); }', '{ const old = @[%]; @[%] = function () { old.apply(this, arguments); return #; }; }',
  'try { @[%] = #; } catch (error) { @[%] = error; }', 'try { throw #; } finally { @[%] = #; }', 'for (const key of Object.getOwnPropertyNames(@)) try { @[key] = #; } catch {}',
  'Promise.resolve().then(() => { @[%] = #; });', 'Promise.reject(#);', 'new Promise(() => { throw #; });', '(async () => { await null; throw #; })();',
  'new FinalizationRegistry(() => { throw #; }).register({}, 1);', 'globalThis.leak = (globalThis.leak ?? 0) + 1;', 'leak2 = #;', 'var r = #;', 'for (const x of #) { @[%] = x; }',
  'context.list.push(#);', 'context.__proto__.polluted = #;', 'toolCalls.push(#);', 'toolCalls.__proto__[%] = #;', 'arguments.callee[%] = #;', 'arguments[0] = #;',
  '(function deep() { try { deep(); } catch {} })();', '(function deep() { return deep() + 1; })();', 'JSON.parse("[".repeat(5e3));',
  '{ const left = []; left.push(left, "x".repeat(1e5)); }',
  'for (let n = 0; n < 2e3; n += 1) { r.length; }', 'eval("var @later = 1".replace("@", "")); later = #;', 'new Function("return this")()[%] = #;', '/(x+x+)+y/.test("x".repeat(12));',
  'r.replace(/./g, () => #);', '[3, 1, 2].sort(() => #);', 'JSON.stringify(#, () => 1);', '`${#}`;', 'label: { break label; }', 'with (#) { x = 1; }', '#;', ')', '"', '}',
] as const;

/** What the sandbox has to end, which takes as long as it allows: seldom, for there are many scripts. */
const HEAVY = [
  'for (;;);', 'for (;;) try { throw #; } catch {}', 'new Array(1e9)', '"x".repeat(1e9)', '2n ** 10000000n', 'JSON.stringify({}, () => ({ a: # }));',
  '{ const hog = []; for (;;) hog.push("x".repeat(1e6) + hog.length); }', '{ const hog = []; for (let n = 0; n < 50; n += 1) hog.push("x".repeat(1e6) + n); }',
  '[...new Proxy([], {})].length = 2 ** 32 - 1', 'for (const x of { [Symbol.iterator]: () => ({ next: () => ({}) }) });', '/(x+x+)+y/.test("x".repeat(40));',
] as const;
const HEAVY_SHARE = 1 / 1000;

const ANSWERS = ['return #;', 'return #;', 'return #;', 'throw #;', '#', '(#)', '[...#]', 'return { score: # };', '', 'return r === "hello";', 'yield #'] as const;

type Random = () => number;

/** Mulberry32: small, and the same numbers everywhere. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(items: readonly [T, ...T[]], random: Random): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Fills the holes of a template, less and less odd the deeper it goes. */
function fill(template: string, random: Random, depth: number): string {
  return template.replaceAll(/[@%#]/gu, (hole) => {
    if (hole === '@') return pick(OWNERS, random);
    if (hole === '%') return pick(KEYS, random);
    return depth > 3 ? '1' : fill(pick(VALUES, random), random, depth + 1);
  });
}

/** A script made to break what runs it or reads its answer: the same one for the same seed. */
export function hostileScript(seed: number): string {
  const random = randomFrom(seed);
  if (random() < HEAVY_SHARE) return fill(pick(HEAVY, random), random, 0);
  const deeds = Array.from({ length: Math.floor(random() * 4) }, () => fill(pick(DEEDS, random), random, 0));
  const body = [...deeds, fill(pick(ANSWERS, random), random, 0)].join('\n');
  const form = random();
  if (form < 0.3) return body;
  if (form < 0.5) return `(() => { ${body} })()`;
  if (form < 0.7) return `(function () { ${body} })()`;
  return form < 0.8 ? fill('#', random, 0) : `try { ${body} } catch (error) { return ${fill('#', random, 2)}; }`;
}
