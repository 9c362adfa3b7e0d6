import { parentPort, workerData } from 'node:worker_threads';
import { TimeLimit } from '../threads/time-limit.js';
import { JobReader } from './job-reader.js';
import { Realm } from './realm.js';

/**
 * The thread in which scripts run. Plain JavaScript, because Node starts it from this very file
 * wherever it stands: in the source folder, in a build, in a bundle.
 *
 * @import { QuickJSWASMModule } from 'quickjs-emscripten-core'
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Job } from './job-reader.js'
 * @import { AnswerMessage, ThreadData } from './protocol.js'
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

/** @param {string} answer */
function isThrown(answer) {
  return answer.startsWith('{"type":"thrown"');
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
    for (let job = jobs[end]; job?.surroundings === first.surroundings && this.#isPlain(job); job = jobs[end]) end += 1;
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
    const { deadlineMs, ...rest } = job.surroundings;
    const common = { ...rest, limit: new TimeLimit(deadlineMs) };
    const codes = jobs.map(({ code }) => code);
    const answers = this.shared.evaluateAll(codes, common);
    this.#count(jobs.length, start);
    if (answers?.length !== jobs.length) return undefined;
    return answers.map((answer, index) => (isThrown(answer) ? this.#settled(answer, { ...common, code: codes[index] ?? '', kind: 'expression' }) : answer));
  }

  /**
   * @param {Job} job
   * @returns {string} The answer as JSON.
   */
  run({ code, surroundings: { text, extras, deadlineMs, memoryBytes } }) {
    const start = performance.now();
    const { kind, notices } = this.#readingOf(code);
    const script = { code, kind, text, extras, limit: new TimeLimit(deadlineMs), memoryBytes };
    if (notices) return this.#runAlone(script);
    const answer = this.shared.evaluate(script);
    this.#count(1, start);
    return isThrown(answer) ? this.#settled(answer, script) : answer;
  }

  /**
   * In the shared realm nothing can be changed. A script that throws there may have tried to, or found
   * no memory left: what it does in a realm of its own, that it may change, is what counts.
   * @param {string} answer What it threw.
   * @param {Script} script
   */
  #settled(answer, script) {
    const alone = this.#runAlone({ ...script, limit: new TimeLimit(script.limit.milliseconds) });
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

/** Of an answer that would be several lines: none that the realm writes is. */
const NO_ANSWER = JSON.stringify({ type: 'crash', message: 'its answer cannot be read' });

/** @param {number} id @param {string} json */
function lineOf(id, json) {
  return `${id} ${json.includes('\n') ? NO_ANSWER : json}`;
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
  /** @type {string[]} */
  let answers = [];
  let sent = performance.now();
  const send = () => {
    answer(port, answers.join('\n'));
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
        answers.push(lineOf(mark, JSON.stringify({ type: 'crash', message: String(error) })));
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
      answers.push(lineOf(job.id, together?.[index] ?? marked(job.id, () => runner.run(job))));
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
  answer(port, '');
}

if (parentPort && workerData?.role === 'assay-sandbox') await serve(workerData, parentPort);
