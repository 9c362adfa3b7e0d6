import { resolve } from 'node:path';
import type { Batches, BreakNotice, GuardOptions, ReplyCache } from '@assay/engine';
import { checkTarget, substituteEnv } from '@assay/loaders';
import { DEFAULT_PRICES } from '@assay/providers';
import {
  findDefinition,
  InvalidFileError,
  type ChildProcesses,
  type ProviderDefinition,
  type ProviderEnvironment,
  type ReportDiagnostic,
  type ServedBy,
  type TargetDefinition,
} from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import type { EffectiveOptions } from '../../options/option-values.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import { otherReplies } from '../memory/reply-memory.js';
import { targetFolder } from '../../trust/trust.js';
import type { TargetIdentities } from './identity/target-identities.js';
import { targetIdentity } from './identity/target-identity.js';
import { withModelAlias } from './model-aliases.js';
import type { RunBudget } from '../budget/run-budget.js';
import type { LimiterOf } from './target-limiters.js';

export interface TargetMakerOptions {
  readonly reading: Reading;
  /** Folder that relative paths of the command line start from. */
  readonly cwd: string;
  readonly options: EffectiveOptions;
  readonly report: ReportDiagnostic;
  /** The limiter of a target, one for all its parts. */
  readonly limiterOf: LimiterOf;
  /** Told once of a target that is not asked any more. */
  readonly onGivenUp: (notice: BreakNotice) => void;
  /** Milliseconds after which a target that was given up is asked once more. Default: it is not. */
  readonly reopenAfterMs?: number | undefined;
  /** Takes note of who is asked. */
  readonly identities: TargetIdentities;
  /** Keeps watch over the programs of targets. */
  readonly processes?: ChildProcesses | undefined;
  /** What requests may take. Default: nothing limits them. */
  readonly budget?: Pick<RunBudget, 'limitsCost' | 'account'> | undefined;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** Stands before all targets. Default: none does. */
  readonly cache?: ReplyCache | undefined;
  /** Collects the requests of a run in batches. Default: every request is sent alone. */
  readonly batches?: Batches | undefined;
}

/** A target with all that making it ready takes. */
export interface TargetParts {
  /** With its `${VAR}` references replaced and its options checked. */
  readonly target: TargetDefinition;
  readonly definition: ProviderDefinition;
  readonly environment: ProviderEnvironment;
  /** How it is asked, given what answers. */
  readonly guard: (servedBy: ServedBy | undefined) => GuardOptions;
}

/** Where more time is given: a target that nobody has written has no keys, and of one that has them, what was said for the run wins. */
function timeoutHint(target: TargetDefinition, { options, words }: TargetMakerOptions): string | undefined {
  const isOption = options.isSaid('timeoutSeconds') || target.location === undefined;
  return isOption ? `raise ${wordsOf({ words }).say('timeoutSeconds')} if the target needs longer` : undefined;
}

/** Where fewer requests are asked for: the same. What a target that has keys is to have less of stands there. */
function limitHint(target: TargetDefinition, { words }: TargetMakerOptions): string | undefined {
  const { say } = wordsOf({ words });
  return target.location === undefined ? `set ${say('requestsPerMinute')} or ${say('concurrency')} lower, or wait` : undefined;
}

function guardOf(target: TargetDefinition, servedBy: ServedBy | undefined, making: TargetMakerOptions): GuardOptions {
  const { options, limiterOf, onGivenUp, reopenAfterMs } = making;
  return {
    maxRetries: options.of('maxRetries', target.maxRetries),
    timeoutMs: options.of('timeoutSeconds', target.timeoutSeconds) * 1000,
    timeoutHint: timeoutHint(target, making),
    limitHint: limitHint(target, making),
    limiter: limiterOf(target, servedBy),
    onBreak: onGivenUp,
    reopenAfterMs,
  };
}

/**
 * Replaces a target's `${VAR}` references, checks its options, and finds its provider.
 * @throws ConfigError when a variable is missing, or it is not what an earlier part of the run asked; InvalidFileError when an option is wrong.
 */
export async function resolveTarget(target: TargetDefinition, options: TargetMakerOptions): Promise<TargetParts> {
  const { reading, report, cwd } = options;
  // An unknown provider is said first: nobody should set variables for a target that cannot work.
  const known = findDefinition(reading.definitions.providers, target.provider) ?? target.provider.includes('${');
  const env = reading.trust.environmentOf(target);
  const filled = known ? substituteEnv(target, env) : target;
  // Once more: a model that stands in a variable is known only now.
  const written = withModelAlias(filled, { aliases: reading.project.modelAliases, providers: reading.definitions.providers });
  reading.redactor.addOptions(written.options);
  const findings = checkTarget(written, reading.definitions);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const definition = findDefinition(reading.definitions.providers, written.provider);
  if (errors.length > 0 || !definition) throw new InvalidFileError(errors);
  for (const finding of findings) report(finding);
  const { modelAliases } = reading.project;
  const directory = targetFolder(target, cwd);
  const contentOf = (file: string): string | undefined => options.identities.contentOf(resolve(directory, file));
  options.identities.note(target, targetIdentity(target, { env, modelAliases, providers: reading.definitions.providers, contentOf }));
  return {
    target: { ...written, maxReplyMb: written.maxReplyMb ?? options.options.of('maxReplyMb') },
    definition,
    environment: {
      env,
      sourceOf: reading.project.envSource,
      redactor: reading.redactor,
      directory,
      prices: { ...DEFAULT_PRICES, prices: { ...DEFAULT_PRICES.prices, ...reading.project.prices } },
      processes: options.processes,
      replyMemory: otherReplies,
    },
    guard: (servedBy) => guardOf(target, servedBy, options),
  };
}
