/** How long a pattern may take in the texts of one row, in milliseconds. */
const DEADLINE_MS = 1000;

/** Rows in which something is looked for: the texts of each. */
interface Task {
  readonly source: string;
  readonly flags: string;
  readonly rows: readonly (readonly string[])[];
}

/** What the thread does: it says that it begins, and then of each row whether something was found. Its text is all that the thread gets: it uses nothing from outside of itself but globals of a worker. */
function program(): void {
  addEventListener('message', ({ data }: MessageEvent<Task>) => {
    const expression = new RegExp(data.source, data.flags);
    const say = postMessage as (found: boolean | null) => void;
    say(null);
    for (const texts of data.rows) say(texts.some((text) => expression.test(text)));
  });
}

interface TrustedScripts {
  createScriptURL(url: string): string;
}

let trust: TrustedScripts | undefined;

/** Browsers that ask for it have the address of a script vouched for: it is one of this page's own. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: { createPolicy(name: string, rules: TrustedScripts): TrustedScripts } };
  if (trustedTypes === undefined) return url;
  trust ??= trustedTypes.createPolicy('assay-search', { createScriptURL: (own) => own });
  return trust.createScriptURL(url);
}

/** Looks for a pattern in rows, in a thread: a pattern that takes for ever could be ended nowhere else. */
export class PatternWorker {
  readonly #url = URL.createObjectURL(new Blob([`(${program.toString()})()`], { type: 'text/javascript' }));
  readonly #worker = new Worker(trusted(this.#url));
  readonly #expression: RegExp;
  readonly #ended = new AbortController();

  constructor(expression: RegExp) {
    this.#expression = expression;
  }

  /**
   * Whether the pattern is found in each of these rows.
   * @returns undefined when it takes too long in one of them, or was ended: then only {@link end} is left
   */
  matches(rows: readonly (readonly string[])[]): Promise<readonly boolean[] | undefined> {
    const { source, flags } = this.#expression;
    return new Promise((resolve, reject) => {
      const found: boolean[] = [];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve(undefined), DEADLINE_MS);
      };
      const over = new AbortController();
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        over.abort();
        end();
      };
      const onRow = ({ data }: MessageEvent<boolean | null>): void => {
        if (data !== null) found.push(data);
        if (found.length < rows.length) wait();
        else settle(() => resolve(found));
      };
      this.#worker.addEventListener('message', onRow, { signal: over.signal });
      this.#worker.addEventListener('error', () => settle(() => reject(new Error('The thread of the search could not be started.'))), { signal: over.signal });
      this.#ended.signal.addEventListener('abort', () => settle(() => resolve(undefined)), { signal: over.signal });
      if (rows.length === 0) return settle(() => resolve(found));
      if (this.#ended.signal.aborted) return settle(() => resolve(undefined));
      const task: Task = { source, flags, rows };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      return this.#worker.postMessage(task);
    });
  }

  end(): void {
    this.#ended.abort();
    this.#worker.terminate();
    URL.revokeObjectURL(this.#url);
  }
}
