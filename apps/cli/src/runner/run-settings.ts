import type { AliasPrecedence, Redactor, Reporter } from '@assay/schema';

/** Everything that decides a run, as the command line and `evaluate()` both state it. */
export interface RunSettings {
  /** Eval files, folders or globs. */
  readonly files: readonly string[];
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Environment variables; `.env` files are added to them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is told the secrets of all that is read. Default: one of its own. */
  readonly redactor?: Redactor | undefined;
  /** Which spelling wins when a case has two; the project's setting if undefined, a suite's own key wins. */
  readonly aliasPrecedence?: AliasPrecedence | undefined;
  /** Named targets or `provider:model`; empty leaves it to the cases. */
  readonly targets: readonly string[];
  /** File with more named targets. */
  readonly targetsFile?: string | undefined;
  /** Judges of the panel; empty leaves it to targets and project. */
  readonly judges: readonly string[];
  readonly backupJudge?: string | undefined;
  /** Target whose vectors tell how close replies are to reference answers; the project's if undefined. */
  readonly embeddings?: string | undefined;
  /** Globs on case ids. */
  readonly ids: readonly string[];
  readonly tags: readonly string[];
  /** Most cases of the run. */
  readonly limit?: number | undefined;
  /** Most trials under way at once. */
  readonly concurrency?: number | undefined;
  readonly repeat?: number | undefined;
  /** Folder of the run. */
  readonly out?: string | undefined;
  /** Score in [0, 1] from which a suite passes. */
  readonly threshold?: number | undefined;
  /** Verdicts that fail the run, down from this one, also beside a threshold; `fail` without one. */
  readonly failOn?: 'fail' | 'borderline' | undefined;
  /** Seconds for one reply. */
  readonly timeoutSeconds?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Warnings about files are errors. */
  readonly strict: boolean;
  readonly verbose: boolean;
  /** Only what failed, is open or was unscored in this run: a folder, a run id or `latest`. */
  readonly filterFailed?: string | undefined;
  /** With `filterFailed`: also what was borderline. */
  readonly filterBorderline?: boolean | undefined;
  /** Score these outputs instead of asking targets. */
  readonly outputs?: string | undefined;
  /** Nothing in the project is vouched for, but what is named here. Default: what the settings say; `false` overrules the user's own, never the project's. */
  readonly untrusted?: boolean | undefined;
  /** Servers that an untrusted project may ask, as `HOST` or `HOST:PORT`. */
  readonly allowHosts?: readonly string[] | undefined;
  readonly reporters: readonly Reporter[];
  /** Seconds that reporters may take after the run to finish what they began; default 30. */
  readonly reporterTimeoutSeconds?: number | undefined;
  /** Aborting it interrupts the run: what is finished is kept. */
  readonly signal: AbortSignal;
}

/** What applies when neither the command line nor the project says otherwise. */
export const RUN_DEFAULTS = {
  concurrency: 10,
  repeat: 1,
  maxRetries: 3,
  timeoutSeconds: 120,
  reporterTimeoutSeconds: 30,
} as const;
