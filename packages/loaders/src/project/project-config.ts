import type { AliasPrecedence, CascadeSpec, JudgeSpec, ModelPrice, SourceLocation, VerdictThresholds, WrittenConsensus, WrittenTarget } from '@assay/schema';
import type { AllowedHost } from './allowed-host.js';
import type { Environment } from '../env/load-env.js';
import type { WrittenReport } from './read-reports.js';

/** Settings of runs that the command line may override. */
export interface ProjectDefaults {
  /** Name of the target for cases that name none, or `default`. */
  readonly target?: string | undefined;
  /** Where that stands. */
  readonly targetLocation?: SourceLocation | undefined;
  /** The others, by their keys in the file: those of `Definitions.settings`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The judges of a project. */
export interface JudgesConfig {
  readonly panel: readonly JudgeSpec[];
  readonly backup?: JudgeSpec | undefined;
  /** Fewest successful judges that give a score. */
  readonly quorum?: number | undefined;
  /** How scores of judges become one; default `mean`. */
  readonly consensus?: WrittenConsensus | undefined;
  /** A judge that is asked before the panel. */
  readonly cascade?: CascadeSpec | undefined;
}

/** What the files of a project and the user's own settings say, in one value. */
export interface ProjectConfig {
  /** Absolute path of the project root; the start folder when there is no project. */
  readonly root: string;
  /** The files that were read, absolute. */
  readonly files: readonly string[];
  /** Those of them that are the user's own, absolute. */
  readonly ownFiles: readonly string[];
  readonly defaults: ProjectDefaults;
  readonly judges: JudgesConfig | undefined;
  /** Names differ. Those of `.assay` come before, and win over, those of `.agentv`. */
  readonly targets: readonly WrittenTarget[];
  /** Models by the name of the collection. */
  readonly collections: Readonly<Record<string, readonly string[]>>;
  /** Where the collections stand, by their names. */
  readonly collectionLocations: Readonly<Record<string, SourceLocation>>;
  /** Target that turns texts into vectors, for similarity; undefined for none. */
  readonly embeddings: string | undefined;
  /** Where that stands. */
  readonly embeddingsLocation: SourceLocation | undefined;
  /** Undefined leaves it to the default patterns. */
  readonly guidelinePatterns: readonly string[] | undefined;
  readonly aliasPrecedence: AliasPrecedence | undefined;
  /** Models to ask in place of others, both as `provider:model`. None leads to another key. */
  readonly modelAliases: Readonly<Record<string, string>>;
  /** Where they stand, also those of a project that is not trusted, which replace nothing. */
  readonly modelAliasLocations: Readonly<Record<string, SourceLocation>>;
  /** US dollars for a million tokens, by model; these win over the built-in prices. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** Where they stand. */
  readonly priceLocations: Readonly<Record<string, SourceLocation>>;
  /** Limits of single suites, by the name or the path of the suite and the keys of `Definitions.settings`. */
  readonly budgets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Where they stand. */
  readonly budgetLocations: Readonly<Record<string, SourceLocation>>;
  readonly verdicts: VerdictThresholds | undefined;
  /** Reports of runs that ask for none; undefined when nothing is written about them. */
  readonly reports: readonly WrittenReport[] | undefined;
  /** Whether lines of rubrics must hold that do not say so; undefined leaves it to the default, true. */
  readonly rubricRequired: boolean | undefined;
  /** True when nothing in the project is vouched for: the user's own settings win, and `.env` files are not read. */
  readonly untrusted: boolean;
  /** Servers that the user's own settings allow. */
  readonly allowHosts: readonly AllowedHost[];
  /** The environment with the project's `.env` files. */
  readonly env: Environment;
  /** Where a variable is from: `process`, or the absolute path of a `.env` file. */
  readonly envSource: (name: string) => string | undefined;
}
