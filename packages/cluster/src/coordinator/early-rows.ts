import type { ResultRow } from '@assay/schema';
import type { OpenJob } from './open-jobs.js';

interface EarlyRow {
  readonly digest: string;
  readonly row: ResultRow;
}

/** Rows that came before their trials were asked for: of workers that went on while the run was dead. */
export class EarlyRows {
  readonly #rows = new Map<string, EarlyRow>();

  /** @param digest of the job that it was made for. The last row of a trial counts. */
  add(row: ResultRow, digest: string): void {
    this.#rows.set(row.trialKey, { digest, row });
  }

  /** The row of a trial that is asked for, if it was made for the same job and counts. Whatever is here of the trial is here no more. */
  take({ trialKey, digest, isKept }: Pick<OpenJob, 'trialKey' | 'digest' | 'isKept'>): ResultRow | undefined {
    const early = this.#rows.get(trialKey);
    this.#rows.delete(trialKey);
    return early?.digest === digest && isKept(early.row) ? early.row : undefined;
  }
}
