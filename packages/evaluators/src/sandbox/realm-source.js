/**
 * What is evaluated first in every QuickJS context. It keeps its own references to everything that
 * it calls, so that no script can stand in for them. Its value is a list of five functions:
 *
 * `compile(code, kind, strict)` makes a function of a script. `kind` is `expression`, `completion`
 * (the value of the last statement) or `body` (with `return`).
 * `run(script, text, context, toolCalls, args)` calls it and describes what it gave, as JSON. The
 * last three are JSON texts or undefined.
 * `parse` is JSON.parse.
 * `freezeAll()` makes everything that scripts have in common unchangeable.
 * `runAll(text, context, toolCalls, args, ...scripts)` is `run` for several scripts; a line of JSON for each.
 */
export const REALM_SOURCE = `(function () {
  'use strict';
  const { parse, stringify } = JSON;
  const { isFinite } = Number;
  const { freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const { apply, ownKeys } = Reflect;
  const { slice } = String.prototype;
  const text = String;
  const evaluate = eval;
  const VisitedSet = Set;
  const { add, has } = Set.prototype;
  const LONGEST = 200;

  const FORMS = {
    expression: (code) => 'return (\\n' + code + '\\n);',
    completion: (code) => 'return eval(' + stringify(code) + ');',
    body: (code) => code,
  };

  function compile(code, kind, strict) {
    const start = '(function (r, response, context, toolCalls, args) {' + (strict ? '"use strict";' : '');
    return evaluate(start + FORMS[kind](code) + '\\n})');
  }

  function shorten(words) {
    return words.length > LONGEST ? apply(slice, words, [0, LONGEST]) + '…' : words;
  }

  function show(value) {
    if (typeof value === 'function') return 'a function';
    if (typeof value === 'object' || typeof value === 'string') {
      try {
        return shorten(stringify(value) ?? 'an object');
      } catch {
        return 'an object';
      }
    }
    return text(value);
  }

  function describeScore(value) {
    if (typeof value === 'boolean') return { type: 'boolean', value };
    if (typeof value === 'number' && isFinite(value)) return { type: 'number', value };
    return { type: 'other', shown: show(value), truthy: !!value };
  }

  function describe(value) {
    if (typeof value !== 'object' || value === null) return describeScore(value);
    if (typeof value.then === 'function') return { type: 'promise' };
    if (!('score' in value)) return describeScore(value);
    const explain = value.explain;
    return {
      type: 'scored',
      score: describeScore(value.score),
      explain: typeof explain === 'string' ? explain : undefined,
    };
  }

  function describeThrown(error) {
    try {
      if (typeof error === 'object' && error !== null && typeof error.message === 'string') {
        return { type: 'thrown', name: shorten(text(error.name)), message: shorten(error.message) };
      }
      return { type: 'thrown', name: 'Error', message: show(error) };
    } catch {
      return { type: 'thrown', name: 'Error', message: 'something that cannot be shown' };
    }
  }

  function run(script, response, context, toolCalls, args) {
    try {
      const value = script(
        response,
        response,
        context === undefined ? undefined : parse(context),
        toolCalls === undefined ? [] : parse(toolCalls),
        args === undefined ? undefined : parse(args),
      );
      // The usual answers, without the cost of making objects and writing them out.
      if (value === true) return '{"type":"boolean","value":true}';
      if (value === false) return '{"type":"boolean","value":false}';
      return stringify(describe(value));
    } catch (error) {
      return stringify(describeThrown(error));
    }
  }

  function runAll(response, context, toolCalls, args, ...scripts) {
    let answers = run(scripts[0], response, context, toolCalls, args);
    // JSON has no line breaks of its own.
    for (let at = 1; at < scripts.length; at += 1) answers += '\\n' + run(scripts[at], response, context, toolCalls, args);
    return answers;
  }

  function freezeAll() {
    // Objects that no global name leads to, but that scripts reach by what they write.
    const waiting = [
      globalThis, function* () {}, async function () {}, async function* () {}, (async () => {})(),
      (function* () {})(), (async function* () {})(), [][Symbol.iterator](), ''[Symbol.iterator](),
      new Map().entries(), new Set().entries(), 'a'.matchAll(/a/g), [].values().map((item) => item),
      Iterator.from({ next() {} }), new WeakMap(), new Uint8Array(0),
      (function () { return arguments; })(), (function () { return getOwnPropertyDescriptor(arguments, 'callee'); })(),
    ];
    const seen = new VisitedSet();
    while (waiting.length > 0) {
      const item = waiting.pop();
      if ((typeof item !== 'object' && typeof item !== 'function') || item === null || apply(has, seen, [item])) continue;
      apply(add, seen, [item]);
      freeze(item);
      waiting.push(getPrototypeOf(item));
      for (const key of ownKeys(item)) {
        const property = getOwnPropertyDescriptor(item, key);
        waiting.push(property.value, property.get, property.set);
      }
    }
  }

  return [compile, run, parse, freezeAll, runAll];
})()`;
