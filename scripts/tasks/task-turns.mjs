/**
 * Says which of the tasks that could run do so. Turbo starts all of them at once, in an order of its own; each asks here for
 * its turn before it does anything. So what the end of a run waits for starts first, and the rest fills the cores beside it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {import('./task-progress.mjs').Task} Task */

/**
 * What takes longest of that which nothing waits for, the longest first. Most of them wait for the build of the command:
 * whatever else is left when it is there comes after them.
 */
export const LONGEST = [
  'assay#test:processes',
  '@assay/viewer#test:browser',
  // It waits for servers more than it computes: beside the others it takes next to nothing, and alone as long.
  '@assay/cluster#test',
  '@assay/evaluators#test',
  'assay#test',
  '@assay/providers#test',
  '@assay/loaders#test',
  '@assay/schema#test',
  '@assay/engine#test',
  '@assay/reports#test',
  '//#check:types',
  '//#check:docs',
  '@assay/statistics#test',
];

/** Of those, how many have the cores first. The second has a browser, whose tests come to the ends of their limits of time without. */
const FIRST = 2;
/**
 * Niceness of the others: they have what is left of the cores. Beside four processes that are always busy, tests of commands took
 * 52 and 63 s where those were as urgent, and 27 and 33 s with this.
 */
const NICENESS = 5;

/** @param {readonly Task[]} tasks @returns {Map<string, number>} how many others wait for each, also for those that wait for it */
function waitingFor(tasks) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return new Map(
    tasks.map(({ id }) => {
      const all = new Set([id]);
      for (const waiting of all) for (const next of byId.get(waiting)?.dependents ?? []) all.add(next);
      return [id, all.size - 1];
    }),
  );
}

/**
 * Gives turns, the most urgent first: what most others wait for, then the longest.
 *
 * So many run at once at most. A task that others wait for does not count those that nothing waits for: it starts beside them,
 * and so does the longest of all, which the end of a run waits for. They have the cores first.
 */
export class TaskTurns {
  /** @type {{id: string, go: (niceness: number) => void, end: () => void}[]} */
  #waiting = [];
  /** @type {Set<string>} */
  #running = new Set();
  #folder = mkdtempSync(join(tmpdir(), 'assay-turns-'));
  #server = createServer((connection) => this.#hear(connection));

  /**
   * @param {readonly Task[]} tasks
   * @param {number} atOnce
   * @param {(id: string) => void} onStart told of each task that gets its turn
   */
  constructor(tasks, atOnce, onStart) {
    this.atOnce = atOnce;
    this.onStart = onStart;
    this.dependents = waitingFor(tasks);
  }

  /** Number of tasks that have asked and not had their turn. */
  get waiting() {
    return this.#waiting.length;
  }

  /** @returns {Promise<string>} the socket where tasks ask */
  open() {
    const path = join(this.#folder, 'turns');
    return new Promise((done, fail) => this.#server.on('error', fail).listen(path, () => done(path)));
  }

  /** Those that wait end; those that run go on. */
  close() {
    this.#server.close();
    for (const { end } of this.#waiting) end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A task writes its id, and is answered with its niceness when it may start; it ends by closing the connection. @param {import('node:net').Socket} connection */
  #hear(connection) {
    let id = '';
    connection.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      id += text;
      if (!id.endsWith('\n')) return;
      id = id.trimEnd();
      this.#waiting.push({ id, go: (niceness) => connection.write(`${niceness}\n`), end: () => connection.end() });
      this.#next();
    });
    connection.on('error', () => connection.destroy());
    connection.on('close', () => {
      this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
      this.#running.delete(id);
      this.#next();
    });
  }

  /** @param {string} id */
  #isAwaited(id) {
    return (this.dependents.get(id) ?? 0) > 0;
  }

  /** @param {string} id @returns {number} the higher, the earlier */
  #urgency(id) {
    const place = LONGEST.indexOf(id);
    return (this.dependents.get(id) ?? 0) + (place === -1 ? 0 : 1 - (place + 1) / (LONGEST.length + 1));
  }

  /** @param {string} id @returns {boolean} whether the end of a run waits for it */
  #isCritical(id) {
    return LONGEST.slice(0, FIRST).includes(id) || this.#isAwaited(id);
  }

  /** @param {string} id */
  #mayStart(id) {
    if (id === LONGEST[0]) return true;
    const counted = this.#isAwaited(id) ? [...this.#running].filter((running) => this.#isAwaited(running)) : [...this.#running];
    return counted.length < this.atOnce;
  }

  #next() {
    this.#waiting.sort((a, b) => this.#urgency(b.id) - this.#urgency(a.id));
    for (const { id, go } of this.#waiting) {
      if (!this.#mayStart(id)) continue;
      this.#running.add(id);
      this.onStart(id);
      go(this.#isCritical(id) ? 0 : NICENESS);
    }
    this.#waiting = this.#waiting.filter(({ id }) => !this.#running.has(id));
  }
}
