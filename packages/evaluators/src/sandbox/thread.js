import { parentPort, workerData } from 'node:worker_threads';
import { JOB_LENGTH } from './job-length.js';
import { Realm } from './realm.js';

/**
 * The thread in which scripts run. Plain JavaScript, because Node starts it from this very file
 * wherever it stands: in the source folder, in a build, in a bundle.
 *
 * @import { QuickJSWASMModule } from 'quickjs-emscripten-core'
 * @import { MessagePort } from 'node:worker_threads'
 * @import { AnswerMessage, JobMessage, ThreadData } from './protocol.js'
 * @import { Script, ScriptKind } from './realm.js'
 */

/** Where this file is, to start the thread from. */
export const threadUrl = import.meta.url;

/** Answers wait at most this long for others to be sent with, in milliseconds. */
const SEND_AFTER_MS = 5;
/** A script that took longer may have left much behind. */
const RENEW_AFTER_MS = 10;
/** What scripts leave behind (waiting promises, cycles) is thrown away after so many of them. */
const RENEW_AFTER_SCRIPTS = 2_000;
/** QuickJS's memory never shrinks: beyond this it is started anew. */
const MOST_MEMORY_BYTES = 96 * 1024 * 1024;
const REMEMBERED_KINDS = 1_000;

/** @returns {Promise<QuickJSWASMModule>} */
async function startQuickJs() {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  return newQuickJSWASMModuleFromVariant(variant);
}

class ScriptRunner {
  /** @type {Map<string, ScriptKind>} */
  #kinds = new Map();
  #scripts = 0;
  #code = '';
  #text = '';

  /** @param {QuickJSWASMModule} quickjs */
  constructor(quickjs) {
    this.quickjs = quickjs;
    this.shared = new Realm(quickjs, true);
  }

  /**
   * Runs a script in the shared realm, in which nothing can be changed. One that throws there may
   * have tried to: what it does in a realm of its own, that it may change, is what counts.
   * @param {JobMessage} jobs
   * @param {number} at Where the job's items start.
   * @returns {string} The answer as JSON.
   */
  run(jobs, at) {
    const [, code, text, context, toolCalls, args, deadlineMs, memoryBytes] = jobs.slice(at, at + JOB_LENGTH);
    if (code !== undefined) this.#code = String(code);
    if (text !== undefined) this.#text = String(text);
    const start = performance.now();
    const script = {
      code: this.#code,
      kind: this.#kindOf(this.#code),
      text: this.#text,
      extras: [context, toolCalls, args],
      deadline: start + Number(deadlineMs),
      memoryBytes: Number(memoryBytes),
    };
    let answer = this.shared.evaluate(script);
    if (answer.startsWith('{"type":"thrown"')) answer = this.#runAlone(script);
    this.#scripts += 1;
    if (performance.now() - start > RENEW_AFTER_MS || this.#scripts >= RENEW_AFTER_SCRIPTS) this.#renew();
    return answer;
  }

  get isLarge() {
    return this.quickjs.getWasmMemory().buffer.byteLength > MOST_MEMORY_BYTES;
  }

  /** @param {string} code */
  #kindOf(code) {
    let kind = this.#kinds.get(code);
    if (kind === undefined) {
      if (this.#kinds.size >= REMEMBERED_KINDS) this.#kinds.clear();
      kind = this.shared.kindOf(code);
      this.#kinds.set(code, kind);
    }
    return kind;
  }

  /** @param {Script} script */
  #runAlone(script) {
    const realm = new Realm(this.quickjs, false);
    try {
      return realm.evaluate(script);
    } finally {
      realm.dispose();
    }
  }

  #renew() {
    this.#scripts = 0;
    this.shared.dispose();
    this.shared = new Realm(this.quickjs, true);
  }
}

/** @param {MessagePort} port @param {AnswerMessage} answers */
function answer(port, answers) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.postMessage(answers);
}

/**
 * Runs the jobs of a message, and tells about them as they end.
 * @param {ScriptRunner} runner
 * @param {JobMessage} jobs
 * @param {ThreadData['running']} running
 * @param {MessagePort} port
 */
function runAll(runner, jobs, running, port) {
  /** @type {(number | string)[]} */
  let answers = [];
  let sent = performance.now();
  const send = () => {
    answer(port, answers);
    answers = [];
    sent = performance.now();
  };
  for (let at = 0; at < jobs.length; at += JOB_LENGTH) {
    const id = Number(jobs[at]);
    Atomics.store(running, 0, id);
    try {
      answers.push(id, runner.run(jobs, at));
    } catch (error) {
      // QuickJS itself broke, and cannot be trusted any more: neither can this thread.
      answers.push(id, JSON.stringify({ type: 'crash', message: String(error) }));
      send();
      throw error;
    } finally {
      Atomics.store(running, 0, 0);
    }
    if (performance.now() - sent > SEND_AFTER_MS) send();
  }
  if (answers.length > 0) send();
}

/** @param {ThreadData} data @param {MessagePort} port */
async function serve({ running }, port) {
  let runner = new ScriptRunner(await startQuickJs());
  /** Set while QuickJS starts anew: messages that come meanwhile wait for it. */
  let turn = Promise.resolve();
  /** @param {JobMessage} jobs @param {Promise<void>} before */
  const take = async (jobs, before) => {
    await before;
    runAll(runner, jobs, running, port);
    if (runner.isLarge) runner = new ScriptRunner(await startQuickJs());
  };
  port.on('message', (jobs) => {
    turn = take(jobs, turn);
  });
  answer(port, []);
}

if (parentPort && workerData?.role === 'assay-sandbox') await serve(workerData, parentPort);
