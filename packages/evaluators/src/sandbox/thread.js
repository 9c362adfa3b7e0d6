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
/** What scripts leave behind (waiting promises, cycles) is looked at after so many of them … */
const LOOK_AFTER_SCRIPTS = 2_000;
/** … and thrown away when it is more than a fresh realm needs, several times over. */
const RENEW_ABOVE_BYTES = 8 * 1024 * 1024;
/** QuickJS's memory never shrinks: beyond this it is started anew. */
const MOST_MEMORY_BYTES = 96 * 1024 * 1024;
const REMEMBERED_KINDS = 1_000;
/**
 * What a script may notice of a realm in which nothing can be changed, other than by an error that it
 * does not see itself: errors that it catches, and questions about just that.
 */
const NOTICES = /\b(?:try|eval|Function|constructor|Reflect|Promise|async|arguments|this|is(?:Frozen|Sealed|Extensible)|getOwnPropertyDescriptors?)\b/u;

/** @returns {Promise<QuickJSWASMModule>} */
async function startQuickJs() {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  return newQuickJSWASMModuleFromVariant(variant);
}

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {boolean} alone Whether it has to run by itself, so that it is known what it does.
 * @property {string} code
 * @property {string} text
 * @property {Script['extras']} extras
 * @property {number} deadlineMs
 * @property {number} memoryBytes
 */

/** @param {Job} a @param {Job} b */
function lookAtTheSame(a, b) {
  return (
    a.text === b.text &&
    a.deadlineMs === b.deadlineMs &&
    a.memoryBytes === b.memoryBytes &&
    a.extras.every((extra, index) => extra === b.extras[index])
  );
}

/** Reads messages: what a job does not say is as in the job before, whichever message that was in. */
class JobReader {
  #code = '';
  #text = '';

  /**
   * @param {JobMessage} message
   * @returns {Job[]}
   */
  read(message) {
    const jobs = [];
    for (let at = 0; at < message.length; at += JOB_LENGTH) {
      const [id, code, text, context, toolCalls, args, deadlineMs, memoryBytes] = message.slice(at, at + JOB_LENGTH);
      if (code !== undefined) this.#code = String(code);
      if (text !== undefined) this.#text = String(text);
      jobs.push({
        id: Math.abs(Number(id)),
        alone: Number(id) < 0,
        code: this.#code,
        text: this.#text,
        extras: [context, toolCalls, args],
        deadlineMs: Number(deadlineMs),
        memoryBytes: Number(memoryBytes),
      });
    }
    return jobs;
  }
}

class ScriptRunner {
  /** @type {Map<string, { kind: ScriptKind, notices: boolean }>} */
  #readings = new Map();
  #scripts = 0;

  /** @param {QuickJSWASMModule} quickjs */
  constructor(quickjs) {
    this.quickjs = quickjs;
    this.shared = new Realm(quickjs, true);
  }

  /**
   * How many of the jobs can run in one go: expressions that look at the same things.
   * @param {readonly Job[]} jobs
   * @param {number} from
   */
  lengthOfBatch(jobs, from) {
    const first = jobs[from];
    if (!first || !this.#isPlain(first)) return 1;
    let end = from + 1;
    for (let job = jobs[end]; job && this.#isPlain(job) && lookAtTheSame(first, job); job = jobs[end]) end += 1;
    return end - from;
  }

  /**
   * Runs several jobs at once; undefined when they have to run one by one.
   * @param {readonly Job[]} jobs
   * @returns {string[] | undefined} The answers as JSON.
   */
  runBatch(jobs) {
    const [job] = jobs;
    if (!job) return [];
    const start = performance.now();
    const common = { text: job.text, extras: job.extras, deadline: start + job.deadlineMs, memoryBytes: job.memoryBytes };
    const codes = jobs.map(({ code }) => code);
    const answers = this.shared.evaluateAll(codes, common);
    this.#count(jobs.length, start);
    if (answers?.length !== jobs.length) return undefined;
    return answers.map((answer, index) => this.#settled(answer, { ...common, code: codes[index] ?? '', kind: 'expression' }, job.deadlineMs));
  }

  /**
   * @param {Job} job
   * @returns {string} The answer as JSON.
   */
  run({ code, text, extras, deadlineMs, memoryBytes }) {
    const start = performance.now();
    const { kind, notices } = this.#readingOf(code);
    const script = { code, kind, text, extras, deadline: start + deadlineMs, memoryBytes };
    if (notices) return this.#runAlone(script);
    const answer = this.shared.evaluate(script);
    this.#count(1, start);
    return this.#settled(answer, script, deadlineMs);
  }

  /**
   * In the shared realm nothing can be changed. A script that throws there may have tried to, or found
   * no memory left: what it does in a realm of its own, that it may change, is what counts.
   * @param {string} answer
   * @param {Script} script
   * @param {number} deadlineMs
   */
  #settled(answer, script, deadlineMs) {
    if (!answer.startsWith('{"type":"thrown"')) return answer;
    const alone = this.#runAlone({ ...script, deadline: performance.now() + deadlineMs });
    if (alone !== answer) this.#look();
    return alone;
  }

  /** @param {Job} job */
  #isPlain({ alone, code }) {
    if (alone) return false;
    const { kind, notices } = this.#readingOf(code);
    return kind === 'expression' && !notices;
  }

  /** @param {number} scripts @param {number} start */
  #count(scripts, start) {
    this.#scripts += scripts;
    if (performance.now() - start > RENEW_AFTER_MS) this.#renew();
    if (this.#scripts < LOOK_AFTER_SCRIPTS) return;
    this.#look();
  }

  #look() {
    this.#scripts = 0;
    if (this.shared.usedBytes > RENEW_ABOVE_BYTES) this.#renew();
  }

  get isLarge() {
    return this.quickjs.getWasmMemory().buffer.byteLength > MOST_MEMORY_BYTES;
  }

  /** @param {string} code */
  #readingOf(code) {
    let reading = this.#readings.get(code);
    if (!reading) {
      if (this.#readings.size >= REMEMBERED_KINDS) this.#readings.clear();
      reading = { kind: this.shared.kindOf(code), notices: NOTICES.test(code) };
      this.#readings.set(code, reading);
    }
    return reading;
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
 * @param {readonly Job[]} jobs
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
  /** @template T @param {number} mark The id of a job, negative for several from it on. @param {() => T} action */
  const marked = (mark, action) => {
    Atomics.store(running, 0, mark);
    try {
      const result = action();
      Atomics.store(running, 0, 0);
      return result;
    } catch (error) {
      // QuickJS itself broke, and cannot be trusted any more: neither can this thread. Which of several
      // jobs did it is found out in the next thread.
      if (mark > 0) {
        answers.push(mark, JSON.stringify({ type: 'crash', message: String(error) }));
        Atomics.store(running, 0, 0);
      }
      send();
      throw error;
    }
  };
  for (let at = 0; at < jobs.length; ) {
    const first = jobs[at];
    if (!first) break;
    // Reading a script is work on what somebody wrote, as running it is.
    const length = marked(first.alone ? first.id : -first.id, () => runner.lengthOfBatch(jobs, at));
    const batch = jobs.slice(at, at + length);
    const together = batch.length > 1 ? marked(-first.id, () => runner.runBatch(batch)) : undefined;
    for (const [index, job] of batch.entries()) {
      answers.push(job.id, together?.[index] ?? marked(job.id, () => runner.run(job)));
    }
    at += batch.length;
    if (performance.now() - sent > SEND_AFTER_MS) send();
  }
  if (answers.length > 0) send();
}

/** @param {ThreadData} data @param {MessagePort} port */
async function serve({ running }, port) {
  const reader = new JobReader();
  let runner = new ScriptRunner(await startQuickJs());
  /** Set while QuickJS starts anew: messages that come meanwhile wait for it. */
  let turn = Promise.resolve();
  /** @param {readonly Job[]} jobs @param {Promise<void>} before */
  const take = async (jobs, before) => {
    await before;
    runAll(runner, jobs, running, port);
    if (runner.isLarge) runner = new ScriptRunner(await startQuickJs());
  };
  port.on('message', (message) => {
    turn = take(reader.read(message), turn);
  });
  answer(port, []);
}

if (parentPort && workerData?.role === 'assay-sandbox') await serve(workerData, parentPort);
