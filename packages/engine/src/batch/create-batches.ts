import type { BudgetAccount, Embedder, Provider, SuiteIdentity, TrialExecutor } from '@assay/schema';
import type { Comparer } from '../execute/comparing/create-comparer.js';
import { standingOf } from '../resume/row-standing.js';
import type { ReplyCache } from '../cache/create-reply-cache.js';
import { RequestEstimate } from '../budget/request-estimate.js';
import { NOTHING } from '../target/payment.js';
import type { GuardOptions } from '../target/request-guard.js';
import type { TextEmbeddings } from '../similarity/create-embeddings.js';
import { BatchBook, type BatchBookOptions, type OpenBatch } from './batch-book.js';
import { batchedProvider, batchPricing } from './batched-provider.js';
import { checkedBatch } from './checked-batch.js';
import { recordedEmbeddings } from './recorded-embeddings.js';
import { recordedProvider } from './recorded-provider.js';
import type { BatchProblem } from './failures/batch-problem.js';
import { TargetBatches, type BatchStanding } from './target-batches.js';
import { waitingComparer } from './waiting-comparer.js';
import { waitingExecutor } from './waiting-executor.js';

export type { BatchProblem, BatchStanding };

/** How a target is asked. */
interface BatchedTarget {
  /** As its definition made it. */
  readonly made: Provider;
  /** The same with time-outs, retries and limits. */
  readonly guarded: Provider;
  /** Digest of what its definition stands for; undefined for one that has none. */
  readonly identity: string | undefined;
  readonly guard: GuardOptions;
  readonly cache: ReplyCache | undefined;
}

export interface BatchesOptions {
  /** Told of what could not be done now. */
  readonly onProblem: (problem: BatchProblem) => void;
  /** True where somebody accepts that what may be in a batch, of which nobody tells, is asked again when batches are called off. */
  readonly acceptsTwice?: boolean | undefined;
  /** Told of each request that went to the disk, in bytes. */
  readonly onSpooled?: ((bytes: number) => void) | undefined;
}

/** What a run asks in batches. Opened before the first request. */
export interface Batches {
  /** Puts batches before a target that has them; any other is asked at once. */
  before(target: BatchedTarget): Provider;
  /** Has what an embedding model gives stored for trials that wait: it is asked at once. @param embedder that makes the vectors. */
  beforeEmbeddings(embeddings: TextEmbeddings, embedder: Pick<Embedder, 'model' | 'identity'>): TextEmbeddings;
  /** Whether a target of the run has batches. */
  readonly some: boolean;
  /** Names of the targets that are asked at once. */
  readonly others: readonly string[];
  /** @throws StoreError */
  openIn(run: string, options: Omit<BatchBookOptions, 'run'>): Promise<void>;
  /** How many batches the run has begun; 0 before it is open. */
  begun(): number;
  /** Executes trials until they wait: `execute` then rejects, as `runTrials` knows. */
  executor(executor: TrialExecutor): TrialExecutor;
  comparer(comparer: Comparer): Comparer;
  /** Batches that have not ended, as far as is known without asking. */
  readonly standings: readonly BatchStanding[];
  /** Looks how far the batches are, and stores what has come of those that have ended. @throws StoreError */
  look(signal: AbortSignal): Promise<void>;
  /** Submits what is gathered; what is full is submitted before. @returns false when something could not be. @throws StoreError */
  submit(): Promise<boolean>;
  /** Ends submissions that are under way. */
  endWith(signal: AbortSignal): void;
  /** Asks for an end of all batches. @returns how many. */
  cancel(signal: AbortSignal): Promise<number>;
  /**
   * Counts what requests took that no trial looks at any more, in place of the most that they may have taken. To be called when all trials
   * have been run as far as they go.
   * @param accountOf what was paid from, by the suite whose budget had a part in it.
   * @throws StoreError
   */
  countRest(accountOf: (suite: SuiteIdentity | undefined) => BudgetAccount): Promise<void>;
  /** What is gathered and not submitted goes nowhere, and is not paid for. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

function standingOfBatch({ target, handle, requests }: OpenBatch): BatchStanding {
  return { target, handle, requests: requests.length, status: handle === undefined ? 'unknown' : 'submitted' };
}

export function createBatches({ onProblem, acceptsTwice, onSpooled }: BatchesOptions): Batches {
  const targets: TargetBatches[] = [];
  /** How batches were when somebody looked last, by name. */
  const known = new Map<string, BatchStanding>();
  let failed = false;
  const note = (problem: BatchProblem): void => {
    failed ||= problem.doing === 'submit';
    onProblem(problem);
  };
  const others = new Set<string>();
  let opened: BatchBook | undefined;
  const book = (): BatchBook => {
    if (!opened) throw new TypeError('the batches of the run are not open');
    return opened;
  };
  const targetOf = ({ target, identity }: { readonly target: string; readonly identity?: string | undefined }): TargetBatches | undefined =>
    targets.find((one) => one.target === target && one.identity === identity);

  return {
    before({ made, guarded, identity, guard, cache }) {
      const { name } = made;
      if (!made.batch) {
        others.add(name);
        return recordedProvider(cache?.before(guarded) ?? guarded, book);
      }
      const batch = checkedBatch(made.batch, name);
      const target = targetOf({ target: name, identity }) ?? new TargetBatches({ target: name, identity, batch, guard, estimate: new RequestEstimate(batchPricing(guarded, batch), guarded.free === true), book, onProblem: note, acceptsTwice, onSpooled });
      if (!targets.includes(target)) targets.push(target);
      return batchedProvider({ guarded, batch, book, outbox: target.outbox, shelf: cache?.shelf(guarded) });
    },
    beforeEmbeddings(embeddings, embedder) {
      others.add(embeddings.name);
      return recordedEmbeddings({ embeddings, embedder, book });
    },
    get some() {
      return targets.length > 0;
    },
    get others() {
      return [...others];
    },
    async openIn(run, bookOptions) {
      opened = await BatchBook.open({ run, ...bookOptions });
    },
    begun: () => opened?.begun ?? 0,
    executor: (executor) => waitingExecutor(executor, { paid: book, onRow: (trial, row) => book().over(trial.key, standingOf(row) === 'settled') }),
    comparer: (comparer) => waitingComparer(comparer, { onOpen: (asker) => book().over(asker, false), onSettled: (asker) => book().compared(asker) }),
    get standings() {
      return book().openBatches.map((open) => ({ ...standingOfBatch(open), ...known.get(open.name) }));
    },
    async look(signal) {
      for (const open of book().openBatches) {
        if (signal.aborted) return;
        const target = targetOf(open);
        target?.endWith(signal);
        const standing = target ? await target.look(open) : { ...standingOfBatch(open), status: 'it is of a target that is another now', isLeft: true };
        if (standing) known.set(open.name, standing);
        else known.delete(open.name);
      }
    },
    async submit() {
      for (const target of targets) await target.submit();
      for (const target of targets) target.goOn();
      const went = !failed;
      failed = false;
      return went;
    },
    endWith(signal) {
      for (const target of targets) target.endWith(signal);
    },
    async cancel(signal) {
      let told = 0;
      for (const open of book().openBatches) {
        const target = targetOf(open);
        target?.endWith(signal);
        if (await target?.cancel(open)) told += 1;
      }
      return told;
    },
    async countRest(accountOf) {
      for (const { id, target: name } of book().uncounted()) {
        const outcome = await book().outcomeOf(id, () => undefined);
        const target = targets.find((one) => one.target === name);
        // Of a target that is not there any more it is not known what its replies cost.
        const taken = outcome === undefined ? NOTHING : target ? await target.took(outcome) : {};
        const paid = await book().takePaid(id);
        if (paid) accountOf(paid.suite).correct(paid, taken);
      }
    },
    async drop() {
      for (const target of targets) await target.drop();
    },
    async close() {
      for (const target of targets) await target.close();
      await opened?.close();
    },
  };
}
