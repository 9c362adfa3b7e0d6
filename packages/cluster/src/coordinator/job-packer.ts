/** Milliseconds that a job waits for others that may travel with it. */
const GATHER_MS = 15;

export interface JobPackerOptions<Job> {
  /** How many travel together, of so many that wait. */
  readonly sizeOf: (waiting: number) => number;
  /** Sends jobs together. */
  readonly send: (jobs: readonly Job[]) => void;
}

/** Gathers jobs that come at nearly the same time, so that they travel together. */
export class JobPacker<Job> {
  readonly #options: JobPackerOptions<Job>;
  #waiting: Job[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: JobPackerOptions<Job>) {
    this.#options = options;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#timer ??= setTimeout(() => this.#sendAll(), GATHER_MS);
  }

  #sendAll(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    this.#timer = undefined;
    const size = this.#options.sizeOf(jobs.length);
    for (let from = 0; from < jobs.length; from += size) this.#options.send(jobs.slice(from, from + size));
  }

  /** Sends nothing more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}
