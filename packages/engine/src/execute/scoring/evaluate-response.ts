import {
  ConfigError,
  fileParts,
  frozenCopy,
  toErrorInfo,
  type ChildProcesses,
  type ErrorInfo,
  type EvalCase,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type EvaluatorResult,
  type EvaluatorServices,
  type FileRule,
  type JudgePanel,
  type PanelSpec,
  type ProviderResponse,
  type Redactor,
  type VerdictThresholds,
} from '@assay/schema';
import { asPart } from '../waiting/asks.js';
import type { Clock } from '../../clock/clock.js';
import { withDeadline, type Deadline } from '../../deadline/with-deadline.js';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';
import { checkScore } from './answers/check-score.js';
import { evaluatorDeadline, timedServices } from './evaluator-deadline.js';
import { embeddingService, type EmbeddingService } from './embedding-service.js';
import { definitionOf, optionsOf, sharedOptions } from './entry-options.js';
import { entryResult, WAITING_SCORE } from './entry-result.js';
import { holdPlace, needsPlace } from './hold-place.js';

/** Everything that the evaluation of one response needs. */
export interface EvaluationContext {
  readonly evalCase: EvalCase;
  readonly response: ProviderResponse;
  /** Name of the target that answered. */
  readonly target?: string | undefined;
  readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
  readonly judges: (panel?: PanelSpec) => JudgePanel;
  /** Default: there is no embedding model, and evaluators that need one leave the response unscored. */
  readonly embeddings?: TextEmbeddings | undefined;
  readonly directory: string;
  readonly projectRoot: string;
  /** As in {@link EvaluatorServices}. */
  readonly workspace?: string | undefined;
  readonly fileRule?: FileRule | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps watch over the programs that evaluators start. */
  readonly processes?: ChildProcesses | undefined;
  readonly redactor?: Redactor | undefined;
  readonly thresholds: VerdictThresholds;
  /** Whether lines of rubrics must hold that do not say so. */
  readonly rubricRequired: boolean;
  /** Why evaluators of what was said cannot score the response; undefined when they can. */
  readonly nothingSaid?: ErrorInfo | undefined;
  readonly clock: Clock;
  /** Time that an evaluator may take itself, in milliseconds: see {@link evaluatorDeadline}. */
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Called once when nothing is left to do but to wait for models; never when nothing waits for one. */
  readonly onlyJudging?: (() => void) | undefined;
  /** Whether models are asked about the response for more than its evaluators. Default false. */
  readonly asksBesides?: boolean | undefined;
  /** As in `ExecutorOptions`: answers of evaluators that are known to write into nothing are not copied. Default false. */
  readonly keepsContracts?: boolean | undefined;
}

/** The context of one entry of the case, or of a member of it. Not a copy of the whole: that would cost more than many a check. */
interface EntryContext {
  readonly whole: EvaluationContext;
  /** Signal of the entry, or of the composite that it is a member of. */
  readonly signal: AbortSignal;
  /** True for a member of a composite. */
  readonly isMember: boolean;
  /** To be called when an evaluator that needs the trial's place is over. */
  readonly partDone: () => void;
}

function servicesFor({ whole: context, partDone }: EntryContext, deadline: Deadline, own: EmbeddingService): EvaluatorServices {
  const { judges, embed } = timedServices(deadline, { judges: context.judges, embed: own.embed });
  return {
    judges,
    embed,
    directory: context.directory,
    projectRoot: context.projectRoot,
    workspace: context.workspace,
    fileRule: context.fileRule,
    env: context.env,
    processes: context.processes,
    redactor: context.redactor,
    thresholds: context.thresholds,
    rubricRequired: context.rubricRequired,
    evaluate: (member, part) => deadline.awhile(() => evaluateOne(member, { whole: part ? { ...context, ...part } : context, isMember: true, signal: deadline.signal, partDone })),
  };
}

/** What a comparing entry says at first. */
function waiting(config: EvaluatorConfig, { isMember }: EntryContext): EvaluationScore {
  if (isMember) {
    throw new ConfigError(`evaluator "${config.name}" (${config.type}) compares the replies of several targets, and can be no member of another evaluator`, {
      hint: 'write it as an entry of its own',
    });
  }
  return WAITING_SCORE;
}

/** A reply may be files without a word. */
function looksAtFiles({ readsFiles }: EvaluatorDefinition, { options }: EvaluatorConfig, { messages }: ProviderResponse): boolean {
  return readsFiles === true && Array.isArray(options['preprocessors']) && fileParts(messages).length > 0;
}

/** A result that is its own from now on: an evaluator may go on writing into the lists that it gave, and give them again. */
function ownCopy(result: EvaluatorResult): EvaluatorResult {
  try {
    return frozenCopy(result, Object.isFrozen);
  } catch {
    // A getter that throws, say. Nobody can write that down either, and whoever tries says where it stands.
    return result;
  }
}

/** Runs one entry. Never rejects: whatever goes wrong is a null score with the error. */
async function evaluateOne(config: EvaluatorConfig, context: EntryContext): Promise<EvaluatorResult> {
  const { whole, signal } = context;
  const { evalCase, response, target, clock, timeoutMs, evaluatorFor, nothingSaid } = whole;
  const embedding = embeddingService(whole.embeddings);
  try {
    let score: EvaluationScore;
    const definition = definitionOf(config, evaluatorFor);
    if (nothingSaid && !definition.scoresEmptyReplies && !looksAtFiles(definition, config, response)) score = { score: null, error: nothingSaid };
    else {
      const options = whole.keepsContracts ? sharedOptions(config, definition) : optionsOf(config, definition);
      if (definition.compare) score = waiting(config, context);
      else {
        const given = await withDeadline(
          (deadline) =>
            definition.evaluate({
              options,
              config,
              evalCase,
              response,
              target,
              services: servicesFor(context, deadline, embedding),
              signal: deadline.signal,
            }),
          { signal, clock, ...evaluatorDeadline(definition, config, timeoutMs) },
        );
        score = embedding.charge(checkScore(given, config.name));
      }
    }
    const result = entryResult(config, score, whole);
    return whole.keepsContracts ? result : ownCopy(result);
  } catch (error) {
    return entryResult(config, embedding.charge({ score: null, error: toErrorInfo(error) }), whole);
  } finally {
    if (needsPlace(evaluatorFor(config.type), config.options)) context.partDone();
  }
}

/**
 * Scores a response with all evaluators of its case at once.
 * @returns one result per entry, in the order of the case. Never rejects.
 */
export async function evaluateResponse(context: EvaluationContext): Promise<EvaluatorResult[]> {
  const { evaluators } = context.evalCase;
  const { evaluatorFor: find, asksBesides } = context;
  const shareOf = holdPlace(evaluators, { find, asksBesides, leave: () => context.onlyJudging?.() });
  const evaluate = async (config: EvaluatorConfig, index: number): Promise<EvaluatorResult> => {
    const { partDone, allDone } = shareOf(index);
    const result = await asPart(() => evaluateOne(config, { whole: context, signal: context.signal, isMember: false, partDone }));
    allDone();
    return result;
  };
  const [first, ...more] = evaluators;
  return first && more.length === 0 ? [await evaluate(first, 0)] : Promise.all(evaluators.map(evaluate));
}
