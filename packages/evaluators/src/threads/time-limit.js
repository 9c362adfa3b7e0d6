/**
 * Part of its time for which the process must have computed before work in it is late: time in which others on the machine kept
 * it waiting is not its own. Less than one, since even an idle machine has something else to do now and then.
 */
const COMPUTED = 0.9;
/** In the end work is late in any case: after so many times its time. */
const LATEST = 10;
/** Limits that begin within so many milliseconds share a look at the clock of the process, which takes longer than many scripts. */
const SHARED_MS = 5;

let computedBefore = 0;
let lookedAt = -Infinity;

/** @returns {number} What all threads of this process have computed, in milliseconds. */
function computed() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * How long work in a thread may take. A machine that is busy with other things makes nothing late.
 *
 * Plain JavaScript, since threads that Node starts from their source need it too.
 */
export class TimeLimit {
  #began = performance.now();
  #computed;

  /** @param {number} milliseconds */
  constructor(milliseconds) {
    this.milliseconds = milliseconds;
    if (this.#began - lookedAt > SHARED_MS) {
      computedBefore = computed();
      lookedAt = this.#began;
    }
    this.#computed = computedBefore;
  }

  /**
   * How long it is until the time may be over, in milliseconds; 0 when it is. Asked again then, there may be more: who has a
   * core to itself all the while has none left.
   */
  get left() {
    const passed = performance.now() - this.#began;
    if (passed < this.milliseconds) return this.milliseconds - passed;
    const wanting = COMPUTED * this.milliseconds - (computed() - this.#computed);
    return Math.max(0, Math.min(wanting, LATEST * this.milliseconds - passed));
  }

  get isOver() {
    return this.left === 0;
  }
}
