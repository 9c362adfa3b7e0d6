import {
  ConfigError,
  UnscoredError,
  toErrorInfo,
  ruleOn,
  type ChildProcesses,
  type ErrorInfo,
  type EvalCase,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type EvaluatorResult,
  type EvaluatorServices,
  type FileRule,
  type JsonObject,
  type JudgePanel,
  type PanelSpec,
  type ProviderResponse,
  type Redactor,
  type VerdictThresholds,
} from '@assay/schema';
import * as v from 'valibot';
import type { Clock } from '../../clock/clock.js';
import { withDeadline, type Deadline } from '../../deadline/with-deadline.js';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';
import { checkScore } from './check-score.js';
import { embeddingService, type EmbeddingService } from './embedding-service.js';
import { entryRequirements } from './entry-requirements.js';
import { holdPlace, needsPlace } from './hold-place.js';
import { partsMustHold } from './must-hold.js';

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
  /** Time for one evaluator, in milliseconds. The members of a composite each have their own. */
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Called once when nothing is left to do but to wait for judges. */
  readonly onlyJudging?: (() => void) | undefined;
}

/** The context of one entry of the case, or of a member of it. */
interface EntryContext extends EvaluationContext {
  /** To be called when an evaluator that needs the trial's place is over. */
  readonly partDone: () => void;
}

function definitionOf(config: EvaluatorConfig, context: EvaluationContext): EvaluatorDefinition {
  const definition = context.evaluatorFor(config.type);
  if (definition) return definition;
  throw new ConfigError(`evaluator "${config.name}": there is no evaluator of type "${config.type}"`, {
    hint: 'see `assay list evaluators` for those that are installed',
  });
}

/** The entry's options with the schema's defaults. Files have been checked; API callers may not have. */
function optionsOf(config: EvaluatorConfig, definition: EvaluatorDefinition): unknown {
  const result = v.safeParse(definition.options, config.options);
  if (!result.success) {
    const [issue] = result.issues;
    const key = v.getDotPath(issue);
    throw new ConfigError(
      `evaluator "${config.name}" (${definition.name}): ${key === null ? 'options' : `option "${key}"`}: ${issue.message}`,
    );
  }
  if (!definition.openOptions) return result.output;
  return { ...config.options, ...(result.output as JsonObject) };
}

function servicesFor(context: EntryContext, deadline: Deadline, { embed }: EmbeddingService): EvaluatorServices {
  return {
    judges: context.judges,
    embed: (texts) => embed(texts, deadline.signal),
    directory: context.directory,
    projectRoot: context.projectRoot,
    ...(context.fileRule ? { fileRule: context.fileRule } : {}),
    env: context.env,
    processes: context.processes,
    redactor: context.redactor,
    thresholds: context.thresholds,
    rubricRequired: context.rubricRequired,
    async evaluate(member) {
      deadline.pause();
      try {
        return await evaluateOne(member, { ...context, signal: deadline.signal });
      } finally {
        deadline.resume();
      }
    },
  };
}

function timeoutError(config: EvaluatorConfig, timeoutMs: number | undefined): UnscoredError {
  return new UnscoredError(`evaluator "${config.name}" did not finish within ${(timeoutMs ?? 0) / 1000} s`, {
    hint: 'make it faster or raise the time-out of evaluators',
  });
}

async function scoreOf(config: EvaluatorConfig, context: EntryContext): Promise<EvaluationScore> {
  const { evalCase, response, target, signal, clock, timeoutMs } = context;
  const embedding = embeddingService(context.embeddings);
  try {
    const definition = definitionOf(config, context);
    if (context.nothingSaid && !definition.scoresEmptyReplies) return { score: null, error: context.nothingSaid };
    const options = optionsOf(config, definition);
    const score = await withDeadline(
      (deadline) =>
        definition.evaluate({
          options,
          config,
          evalCase,
          response,
          target,
          services: servicesFor(context, deadline, embedding),
          get signal() {
            return deadline.signal;
          },
        }),
      { signal, clock, timeoutMs, timeoutError: () => timeoutError(config, timeoutMs) },
    );
    return embedding.charge(checkScore(score, config.name));
  } catch (error) {
    return embedding.charge({ score: null, error: toErrorInfo(error) });
  } finally {
    if (needsPlace(context.evaluatorFor(config.type))) context.partDone();
  }
}

/** Runs one entry. Never rejects: whatever goes wrong is a null score with the error. */
async function evaluateOne(config: EvaluatorConfig, context: EntryContext): Promise<EvaluatorResult> {
  const { thresholds, evaluatorFor, rubricRequired } = context;
  const given = await scoreOf(config, context);
  const parts = given.score === null ? partsMustHold(config, evaluatorFor, { rubricRequired }) : undefined;
  const requirements = entryRequirements(config, given, parts, thresholds);
  const { verdict } = ruleOn({ ...given, requirements }, thresholds);
  const { verdict: _verdict, requirements: _requirements, ...score } = given;
  const { name, type, weight } = config;
  return { name, type, weight, ...score, ...(requirements && { requirements }), ...(verdict === null ? {} : { verdict }) };
}

/**
 * Scores a response with all evaluators of its case at once.
 * @returns one result per entry, in the order of the case. Never rejects.
 */
export function evaluateResponse(context: EvaluationContext): Promise<EvaluatorResult[]> {
  const { evaluators } = context.evalCase;
  const shareOf = holdPlace(evaluators, context.evaluatorFor, () => context.onlyJudging?.());
  return Promise.all(
    evaluators.map(async (config) => {
      const { partDone, allDone } = shareOf(config);
      const result = await evaluateOne(config, { ...context, partDone });
      allDone();
      return result;
    }),
  );
}
