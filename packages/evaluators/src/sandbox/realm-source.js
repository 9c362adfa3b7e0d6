/**
 * What is evaluated first in every QuickJS context. It keeps its own references to everything that
 * it calls, so that no script can stand in for them. Its value is a list of six functions:
 *
 * `compile(code, kind, strict)` makes a function of a script. `kind` is `expression`, `completion`
 * (the value of the last statement) or `body` (with `return`).
 * `run(script, text, context, toolCalls, args)` calls it and describes what it gave, as JSON. The
 * last three are JSON texts or undefined.
 * `parse` is JSON.parse.
 * `freezeAll()` makes everything that scripts have in common unchangeable.
 * `runAll(text, context, toolCalls, args, ...scripts)` is `run` for several scripts; a line of JSON for each.
 * `tell(error)` describes what was thrown, as JSON.
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
  const LONGEST_EXPLANATION = 10000;
  const YES = '{"type":"boolean","value":true}';
  const NO = '{"type":"boolean","value":false}';

  const FORMS = {
    expression: (code) => 'return (\\n' + code + '\\n);',
    completion: (code) => 'return eval(' + stringify(code) + ');',
    body: (code) => code,
  };

  function compile(code, kind, strict) {
    const start = '(function (r, response, context, toolCalls, args) {' + (strict ? '"use strict";' : '');
    return evaluate(start + FORMS[kind](code) + '\\n})');
  }

  // Everything here is text, a number or a yes or no, and an answer has no prototype: nothing that a
  // script hangs on the prototypes, and no object of its own, has a say in how it is written out.
  function shorten(words, longest) {
    return words.length > longest ? apply(slice, words, [0, longest]) + '…' : words;
  }

  function show(value) {
    if (typeof value === 'function') return 'a function';
    if (typeof value === 'object' || typeof value === 'string') {
      try {
        const words = stringify(value);
        return typeof words === 'string' ? shorten(words, LONGEST) : 'an object';
      } catch {
        return 'an object';
      }
    }
    return shorten(text(value), LONGEST);
  }

  function describeScore(value) {
    if (typeof value === 'boolean') return { __proto__: null, type: 'boolean', value };
    if (typeof value === 'number' && isFinite(value)) return { __proto__: null, type: 'number', value };
    return { __proto__: null, type: 'other', shown: show(value), truthy: !!value };
  }

  // Without the cost of making objects and writing them out, where it can be.
  function writeScore(value) {
    if (value === true) return YES;
    if (value === false) return NO;
    if (typeof value === 'number' && isFinite(value)) return '{"type":"number","value":' + value + '}';
    return stringify(describeScore(value));
  }

  function write(value) {
    if (typeof value !== 'object' || value === null) return writeScore(value);
    if (typeof value.then === 'function') return '{"type":"promise"}';
    if (!('score' in value)) return writeScore(value);
    const explain = value.explain;
    const score = writeScore(value.score);
    const reason = typeof explain === 'string' ? ',"explain":' + stringify(shorten(explain, LONGEST_EXPLANATION)) : '';
    return '{"type":"scored","score":' + score + reason + '}';
  }

  function thrown(name, message) {
    return { __proto__: null, type: 'thrown', name, message };
  }

  function describeThrown(error) {
    try {
      if (typeof error !== 'object' || error === null) return thrown('Error', show(error));
      // Read once: a getter may give something else the next time.
      const { message, name } = error;
      if (typeof message !== 'string') return thrown('Error', show(error));
      return thrown(typeof name === 'string' ? shorten(name, LONGEST) : 'Error', shorten(message, LONGEST));
    } catch {
      return thrown('Error', 'something that cannot be shown');
    }
  }

  function tell(error) {
    return stringify(describeThrown(error));
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
      // The usual answers, without the cost of a call.
      if (value === true) return YES;
      if (value === false) return NO;
      return write(value);
    } catch (error) {
      return tell(error);
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

  return [compile, run, parse, freezeAll, runAll, tell];
})()`;
