import { REALM_SOURCE } from './realm-source.js';

/**
 * @import { QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
 * @import { TimeLimit } from '../threads/time-limit.js'
 * @typedef {'expression' | 'completion' | 'body'} ScriptKind
 * @typedef {object} Script
 * @property {string} code
 * @property {ScriptKind} kind
 * @property {string} text What `r` and `response` are.
 * @property {readonly (string | number | undefined)[]} extras JSON texts of the context, the tool calls and the arguments.
 * @property {TimeLimit} limit
 * @property {number} memoryBytes
 */

/** Deep enough for scripts, shallow enough for the thread's own stack. */
const STACK_BYTES = 256 * 1024;
/** For the words of an error, beyond what the script may use. */
const WORDS_BYTES = 1024 * 1024;
const REMEMBERED_SCRIPTS = 200;
const UNSAFE = /\0|\p{Surrogate}/u;

/** One QuickJS runtime with one context, ready to run scripts in. */
export class Realm {
  /** @type {Map<string, QuickJSHandle>} */
  #expressions = new Map();
  /** @type {{ text: string, handle: QuickJSHandle } | undefined} */
  #text;
  #memoryBytes = 0;
  /** @type {TimeLimit | undefined} */
  #limit;

  /**
   * @param {QuickJSWASMModule} quickjs
   * @param {boolean} shared Whether several scripts will run in it: then nothing in it can be changed.
   */
  constructor(quickjs, shared) {
    this.shared = shared;
    this.runtime = quickjs.newRuntime();
    this.runtime.setMaxStackSize(STACK_BYTES);
    this.runtime.setInterruptHandler(() => this.#isLate);
    this.context = this.runtime.newContext();
    const parts = this.context.unwrapResult(this.context.evalCode(REALM_SOURCE));
    this.compile = this.context.getProp(parts, 0);
    this.run = this.context.getProp(parts, 1);
    this.parse = this.context.getProp(parts, 2);
    this.runAll = this.context.getProp(parts, 4);
    this.tell = this.context.getProp(parts, 5);
    if (shared) {
      const freeze = this.context.getProp(parts, 3);
      this.context.unwrapResult(this.context.callFunction(freeze, this.context.undefined)).dispose();
      freeze.dispose();
    }
    parts.dispose();
  }

  /**
   * @param {Script} script
   * @returns {string} The answer as JSON.
   */
  evaluate({ code, kind, text, extras, limit, memoryBytes }) {
    this.#limitTo(limit, memoryBytes);
    const script = this.#script(code, kind);
    if (typeof script === 'string') return script;
    const result = this.#call(this.run, [script, this.#textHandle(text)], extras, []);
    if (kind !== 'expression') script.dispose();
    return typeof result === 'string' ? result : this.#failure(result);
  }

  /**
   * Runs expressions that look at the same things in one go: entering QuickJS costs more than most of
   * them do.
   * @param {readonly string[]} codes
   * @param {Omit<Script, 'code' | 'kind'>} script What they have in common. The time and the memory are for all of them.
   * @returns {string[] | undefined} The answers as JSON, or undefined when they have to be run one by one.
   */
  evaluateAll(codes, { text, extras, limit, memoryBytes }) {
    this.#limitTo(limit, memoryBytes);
    // Not in the middle: what stands in the list must stay.
    if (this.#expressions.size + codes.length > REMEMBERED_SCRIPTS) this.#forgetScripts();
    const scripts = [];
    for (const code of codes) {
      const script = this.#script(code, 'expression');
      if (typeof script === 'string') return undefined;
      scripts.push(script);
    }
    const result = this.#call(this.runAll, [this.#textHandle(text)], extras, scripts);
    if (typeof result === 'string') return result.split('\n');
    result.dispose();
    return undefined;
  }

  /**
   * @param {TimeLimit} limit
   * @param {number} memoryBytes
   */
  #limitTo(limit, memoryBytes) {
    this.#limit = limit;
    if (memoryBytes === this.#memoryBytes) return;
    this.#memoryBytes = memoryBytes;
    this.runtime.setMemoryLimit(memoryBytes);
  }

  /**
   * @param {QuickJSHandle} callee
   * @param {readonly QuickJSHandle[]} before
   * @param {Script['extras']} extras
   * @param {readonly QuickJSHandle[]} after
   * @returns {string | QuickJSHandle} What it gave, or the error.
   */
  #call(callee, before, extras, after) {
    const { context } = this;
    const handles = extras.map((json) => (json === undefined ? context.undefined : context.newString(String(json))));
    const result = context.callFunction(callee, context.undefined, ...before, ...handles, ...after);
    for (const handle of handles) if (handle !== context.undefined) handle.dispose();
    if (result.error) return result.error;
    const answer = context.getString(result.value);
    result.value.dispose();
    return answer;
  }

  /**
   * How a script is to be read. Only a whole script by itself can be an expression or a completion:
   * that keeps brackets of its own from closing those around it.
   * @param {string} code
   * @returns {ScriptKind}
   */
  kindOf(code) {
    this.#limit = undefined;
    if (UNSAFE.test(code) || !this.#parses(code)) return 'body';
    return this.#parses(`(\n${code}\n)`) ? 'expression' : 'completion';
  }

  get #isLate() {
    return this.#limit?.isOver ?? false;
  }

  /** Memory that its values take, with what scripts left behind. */
  get usedBytes() {
    const usage = this.runtime.computeMemoryUsage();
    const { memory_used_size: bytes } = this.context.dump(usage);
    usage.dispose();
    return Number(bytes);
  }

  dispose() {
    this.#forgetScripts();
    this.#text?.handle.dispose();
    this.compile.dispose();
    this.run.dispose();
    this.runAll.dispose();
    this.tell.dispose();
    this.parse.dispose();
    this.context.dispose();
    this.runtime.dispose();
  }

  /** @param {string} code */
  #parses(code) {
    const result = this.context.evalCode(code, 'script', { compileOnly: true });
    (result.error ?? result.value).dispose();
    return !result.error;
  }

  /**
   * A function, or the answer when there is none. Only expressions are kept: nothing in them
   * outlives a call.
   * @param {string} code
   * @param {ScriptKind} kind
   * @returns {QuickJSHandle | string}
   */
  #script(code, kind) {
    const known = this.#expressions.get(code);
    if (known) return known;
    const { context } = this;
    const source = this.#string(code);
    const form = context.newString(kind);
    const strict = this.shared ? context.true : context.false;
    const result = context.callFunction(this.compile, context.undefined, source, form, strict);
    source.dispose();
    form.dispose();
    if (result.error) return this.#failure(result.error);
    if (kind !== 'expression') return result.value;
    if (this.#expressions.size >= REMEMBERED_SCRIPTS) this.#forgetScripts();
    this.#expressions.set(code, result.value);
    return result.value;
  }

  #forgetScripts() {
    for (const script of this.#expressions.values()) script.dispose();
    this.#expressions.clear();
  }

  /** @param {string} text */
  #textHandle(text) {
    if (this.#text?.text !== text) {
      this.#text?.handle.dispose();
      this.#text = { text, handle: this.#string(text) };
    }
    return this.#text.handle;
  }

  /** @param {QuickJSHandle} error */
  #failure(error) {
    if (this.#isLate) {
      error.dispose();
      return JSON.stringify({ type: 'timeout' });
    }
    const told = this.#told(error);
    error.dispose();
    return told;
  }

  /**
   * What was thrown, in words of the realm itself, so that the limits of time and memory hold for the
   * getters of the error too.
   * @param {QuickJSHandle} error
   */
  #told(error) {
    const { context } = this;
    // Telling that there was no memory left needs some.
    this.runtime.setMemoryLimit(this.#memoryBytes + WORDS_BYTES);
    const told = context.callFunction(this.tell, context.undefined, error);
    this.runtime.setMemoryLimit(this.#memoryBytes);
    if (!told.error) {
      const json = context.getString(told.value);
      told.value.dispose();
      return json;
    }
    told.error.dispose();
    if (this.#isLate) return JSON.stringify({ type: 'timeout' });
    return JSON.stringify({ type: 'thrown', name: 'InternalError', message: 'out of memory' });
  }

  /**
   * QuickJS takes texts that end at their first NUL, and have whole characters only; others go in as JSON.
   * @param {string} text
   */
  #string(text) {
    const { context } = this;
    if (!UNSAFE.test(text)) return context.newString(text);
    const json = context.newString(JSON.stringify(text));
    const handle = context.unwrapResult(context.callFunction(this.parse, context.undefined, json));
    json.dispose();
    return handle;
  }
}
