/** Guesses how long the rest of the work takes. */
export interface Throughput {
  /** Tells how many pieces were done at a moment, in milliseconds. */
  update(now: number, done: number): void;
  /** Pieces per second; undefined before there is anything to go by. */
  rate(): number | undefined;
  /** Milliseconds that `remaining` pieces will take; undefined before there is anything to go by. */
  remainingMs(remaining: number): number | undefined;
}

/** Shorter samples say more about chance than about speed. */
const SAMPLE_MS = 500;

/** After so long, a sample counts half. */
const HALF_LIFE_MS = 15_000;

/** Of a speed that is older than that nothing is left: the guess would grow to thousands of years. */
const STANDSTILL_MS = 60_000;

/** Pieces that must have been done, and time that must have gone by, before a guess is made. */
const MIN_DONE = 3;
const MIN_MS = 2000;

/**
 * Speed as a mean of samples that fade: both the work and the time of a sample halve every 15
 * seconds. So a slow start or a burst of cached replies is forgotten, one long trial does not make
 * the guess jump, and a standstill makes it grow, until there is none any more.
 */
export function createThroughput(start: number, alreadyDone = 0): Throughput {
  let [lastAt, lastDone] = [start, alreadyDone];
  let [work, time, elapsed, total, still] = [0, 0, 0, 0, 0];
  const ready = (): boolean => total >= MIN_DONE && elapsed >= MIN_MS && work > 0 && still < STANDSTILL_MS;
  return {
    update(now, done) {
      const passed = now - lastAt;
      if (passed < SAMPLE_MS) return;
      const fade = 0.5 ** (passed / HALF_LIFE_MS);
      work = work * fade + (done - lastDone);
      time = time * fade + passed;
      elapsed += passed;
      total += done - lastDone;
      still = done === lastDone ? still + passed : 0;
      [lastAt, lastDone] = [now, done];
    },
    rate: () => (ready() ? (work / time) * 1000 : undefined),
    remainingMs: (remaining) => (ready() ? (remaining * time) / work : undefined),
  };
}
