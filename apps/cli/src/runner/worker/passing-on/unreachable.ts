import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorInfo, JobRefusal, TrialJob } from '@assay/schema';

/** Milliseconds after which a trial is begun once more whose judges did not answer this worker: its target is asked for that, and paid. */
const PAUSE_MS = 5_000;
/** Milliseconds that others wait for what comes of it. */
const PATIENCE_MS = 2_000;
/** Most that are remembered. A worker may serve runs for days. */
const MOST = 1_000;

/** A trial that shows whether they are there again. */
interface Probe {
  readonly job: TrialJob;
  readonly over: Promise<void>;
  readonly end: () => void;
}

interface Lack {
  readonly error: ErrorInfo;
  readonly lacks: JobRefusal['lacks'];
  /** When the next trial is begun, as `performance.now()`. */
  readonly nextAt: number;
  probe?: Probe | undefined;
}

/** Trials that ask the same target, judges and embeddings. */
function partiesOf({ runId, digests: { target, judges, embeddings } }: TrialJob): string {
  return [runId, target, judges, embeddings].join(' ');
}

function probeOf(job: TrialJob): Probe {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { job, over, end };
}

/** Trials that cannot be done here for want of somebody who answers this worker, by who is asked for them. */
export class Unreachable {
  readonly #lacks = new Map<string, Lack>();
  /** Trials that were not begun, with what was lacking then: it may be there when their rows come. */
  readonly #refused = new WeakMap<TrialJob, JobRefusal['lacks']>();

  /** A trial came to nothing for that reason. */
  note(job: TrialJob, error: ErrorInfo, lacks: JobRefusal['lacks']): void {
    const parties = partiesOf(job);
    const probe = this.#lacks.get(parties)?.probe;
    if (this.#lacks.size >= MOST) this.#lacks.clear();
    this.#lacks.set(parties, { error, lacks, nextAt: performance.now() + PAUSE_MS, probe });
  }

  /** A trial got all that it asked for. */
  answered(job: TrialJob): void {
    if (this.#lacks.size === 0) return;
    this.#lacks.get(partiesOf(job))?.probe?.end();
    this.#lacks.delete(partiesOf(job));
  }

  /** A trial is over, whatever came of it. */
  over(job: TrialJob): void {
    const lack = this.#lacks.get(partiesOf(job));
    if (lack?.probe?.job !== job) return;
    lack.probe.end();
    lack.probe = undefined;
  }

  /** What was lacking for the last trial that asked the same; undefined when nothing was. */
  of(job: TrialJob): JobRefusal['lacks'] {
    return this.#lacks.get(partiesOf(job))?.lacks;
  }

  /**
   * Why a trial is not begun; undefined when it is. One now and then is, which shows whether judges are there again. A target that
   * does not answer refuses trials by itself, and none of them costs anything.
   */
  async refusal(job: TrialJob): Promise<ErrorInfo | undefined> {
    if (this.#lacks.size === 0) return undefined;
    const parties = partiesOf(job);
    const probe = this.#lacks.get(parties)?.probe;
    if (probe) await Promise.race([probe.over, sleep(PATIENCE_MS, undefined, { ref: false })]);
    const lack = this.#lacks.get(parties);
    if (!lack || lack.lacks === 'target') return undefined;
    if (lack.probe || performance.now() < lack.nextAt) {
      this.#refused.set(job, lack.lacks);
      return lack.error;
    }
    lack.probe = probeOf(job);
    return undefined;
  }

  /** What was lacking for a trial when it was not begun; undefined when it was. */
  refused(job: TrialJob): JobRefusal['lacks'] {
    return this.#refused.get(job);
  }

  /** Whether it is being found out just now whether they are there again. */
  isOpen(job: TrialJob): boolean {
    return this.#lacks.get(partiesOf(job))?.probe !== undefined;
  }
}
