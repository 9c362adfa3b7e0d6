/**
 * Tells how far a run of turbo is, from what turbo prints with `--log-order=grouped --output-logs=full`: the whole log of a
 * task at once, when the task has ended. One line for each task that was run, the full log of those that failed, and now
 * and then what is still running. What did not have to run again is only counted.
 */

/** @typedef {{id: string, dependents: readonly string[]}} Task `id` as turbo has it, and those that wait for it, each by its id */

/** Time without any news after which the tasks that are running are named. */
const QUIET_MS = 10_000;
/** Whether a task has failed is told right after its log. */
const SETTLED_MS = 1000;

/** `@assay/engine#test` → `@assay/engine test`, `//#check:star` → `check:star`. @param {string} id */
const shownTask = (id) => (id.startsWith('//#') ? id.slice('//#'.length) : id.replace('#', ' '));

/** @param {number} milliseconds @returns {string} `8 s`, `2 min 05 s` */
function shownDuration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * The tasks of a run, from `turbo run … --dry=json`.
 * @param {string} json
 * @returns {Task[]} those that run a command
 */
export function plannedTasks(json) {
  /** @type {{tasks: {taskId: string, command: string, dependents: string[]}[]}} */
  const { tasks } = JSON.parse(json.slice(json.indexOf('{')));
  return tasks.filter(({ command }) => command !== '<NONEXISTENT>').map(({ taskId, dependents }) => ({ id: taskId, dependents }));
}

/** Follows one run. */
export class TaskProgress {
  #rest = '';
  /** The log that is being read. @type {{task: string, lines: string[], failed: boolean, at: number} | undefined} */
  #open;
  /** The log that was read before, until it is known that its task has not failed. @type {{task: string, lines: string[]} | undefined} */
  #closed;
  #unchanged = 0;
  /** @type {Set<string>} */
  #ended = new Set();
  /** When each task was started. @type {Map<string, number>} */
  #begun = new Map();

  /**
   * @param {readonly Task[]} tasks
   * @param {object} surroundings
   * @param {(text: string) => void} surroundings.say
   * @param {() => number} [surroundings.now] in milliseconds
   */
  constructor(tasks, { say, now = Date.now }) {
    this.tasks = tasks;
    this.say = say;
    this.now = now;
    this.saidAt = now();
    /** Turbo puts the name of the task before each line of its log. */
    this.names = new Map(tasks.map(({ id }) => [`${id.replace('#', ':')}:`, id]));
  }

  /** The tasks that have failed, as they are shown, in the order in which they were told. @type {string[]} */
  failed = [];

  /** Number of tasks that have ended. */
  get ended() {
    return this.#ended.size;
  }

  /** A task has its turn. @param {string} id */
  started(id) {
    this.#begun.set(id, this.now());
  }

  /** Takes in what turbo prints, in pieces of any size. @param {string} text */
  read(text) {
    const lines = (this.#rest + text).split(/\r?\n/u);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** The run has ended. */
  end() {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
    this.#close();
    const { length } = this.tasks;
    if (this.#unchanged > 0) this.say(`  ${this.#unchanged} of ${length} tasks did not have to run: nothing that they read has changed\n`);
    const left = this.tasks.filter(({ id }) => !this.#ended.has(id)).map(({ id }) => shownTask(id));
    if (left.length > 0) this.say(`  not run: ${left.join(', ')}\n`);
  }

  /** To be called now and then: names what is running when there was no news for a while. */
  tick() {
    const now = this.now();
    if (this.#open !== undefined && now - this.#open.at > SETTLED_MS) this.#close();
    if (now - this.saidAt < QUIET_MS) return;
    const running = [...this.#begun].filter(([id]) => !this.#ended.has(id));
    const shown = running.map(([id, begun]) => `${shownTask(id)} (${shownDuration(now - begun)})`);
    this.#tell(`…     running: ${shown.length === 0 ? 'turbo' : shown.join(', ')}`);
  }

  /** @param {string} text */
  #tell(text) {
    const { length } = this.tasks;
    this.saidAt = this.now();
    this.say(`  ${String(this.#ended.size).padStart(String(length).length)}/${length}  ${text}\n`);
  }

  /** @param {string} line */
  #line(line) {
    // Told after the log, with `#` in the name.
    const failed = /^(\S+#\S+): +(?:WARNING|ERROR) +command /u.exec(line)?.[1];
    if (failed !== undefined) {
      if (this.#open?.task === failed) this.#open.failed = true;
      else if (this.#closed?.task === failed) this.#tellFailure(this.#closed, ', as it turns out');
      return;
    }
    const colon = line.indexOf(': ');
    const task = this.names.get(colon === -1 ? line.trimEnd() : line.slice(0, colon + 1));
    if (task !== this.#open?.task) this.#close();
    if (task === undefined) return;
    this.#open ??= { task, lines: [], failed: false, at: this.now() };
    this.#open.lines.push(colon === -1 ? '' : line.slice(colon + 2));
  }

  /** The log of a task is complete. */
  #close() {
    if (this.#open === undefined) return;
    const { task, lines, failed } = this.#open;
    this.#open = undefined;
    this.#closed = { task, lines };
    this.#ended.add(task);
    if (!failed && lines[0]?.startsWith('cache hit')) {
      this.#unchanged += 1;
      return;
    }
    const begun = this.#begun.get(task);
    const took = begun === undefined ? '' : ` (${shownDuration(this.now() - begun)})`;
    if (failed) this.#tellFailure({ task, lines }, took);
    else this.#tell(`done    ${shownTask(task)}${took}`);
  }

  /** @param {{task: string, lines: string[]}} log @param {string} more */
  #tellFailure({ task, lines }, more) {
    this.#closed = undefined;
    this.failed.push(shownTask(task));
    this.#tell(`FAILED  ${shownTask(task)}${more}`);
    this.say(`${lines.slice(1).map((line) => `    ${line}`.trimEnd()).join('\n')}\n`);
  }
}
