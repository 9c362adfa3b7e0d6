import type { Definition, ReportDiagnostic, SourceLocation, WrittenTarget } from '@assay/schema';
import type { OptionWords } from '../../../options/option-words.js';
import type { Trust } from '../../../trust/trust.js';
import type { Collections } from './collections.js';

export interface TargetResolverOptions {
  /** Names for lists of models, of the project. */
  readonly collections?: Collections | undefined;
  /** Where the collections are defined, by their names. */
  readonly collectionLocations?: Readonly<Record<string, SourceLocation>> | undefined;
  /** Named targets of the project, the nearest definition first. */
  readonly named: readonly WrittenTarget[];
  readonly providers: readonly Definition[];
  /** Models to ask in place of others. */
  readonly modelAliases?: Readonly<Record<string, string>> | undefined;
  /** Reads a target from a file (`--target configs/x.yaml`). */
  readonly readFile: (file: string) => Promise<readonly WrittenTarget[]>;
  /**
   * Replaces the `${VAR}` references in a text of a target, whose key is given.
   * @throws ConfigError for a variable that is not set.
   */
  readonly resolveText: (text: string, key: string, target: WrittenTarget) => string;
  readonly report: ReportDiagnostic;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** Decides who may be asked. */
  readonly trust: Pick<Trust, 'untrusted' | 'isVouchedFor' | 'vouchFor' | 'checkTarget'>;
}
