import { UnscoredError, type EvaluatorConfig, type EvaluatorDefinition, type EvaluatorServices, type JudgePanel, type PanelSpec } from '@assay/schema';
import type { Deadline, DeadlineOptions } from '../../deadline/with-deadline.js';
import type { EmbeddingService } from './embedding-service.js';

function startsPrograms({ programs }: EvaluatorDefinition, { options }: EvaluatorConfig): boolean {
  return typeof programs === 'function' && programs(options).length > 0;
}

/**
 * The time of one entry: what the evaluator takes itself. What judges, embeddings and members take is theirs; programs, and
 * with them the entry that starts them, have a time-out that the entry says.
 */
export function evaluatorDeadline(
  definition: EvaluatorDefinition,
  config: EvaluatorConfig,
  timeoutMs: number | undefined,
): Pick<DeadlineOptions, 'timeoutMs' | 'timeoutError'> {
  const does = definition.compare ? 'compare the replies' : 'score the reply';
  return {
    timeoutMs: timeoutMs === undefined || startsPrograms(definition, config) ? undefined : timeoutMs,
    timeoutError: () =>
      new UnscoredError(`evaluator "${config.name}" (${config.type}) did not ${does} within ${(timeoutMs ?? 0) / 1000} s`, {
        hint: 'see whether it waits for something that never comes; if it needs longer, raise evaluatorTimeoutSeconds of evaluate()',
      }),
  };
}

/** What an evaluator asks of others, in whose time its own stands still. */
export function timedServices(
  deadline: Deadline,
  { judges, embed }: { readonly judges: (spec?: PanelSpec) => JudgePanel; readonly embed: EmbeddingService['embed'] },
): Pick<EvaluatorServices, 'judges' | 'embed'> {
  return {
    judges(spec) {
      const panel = judges(spec);
      const { answer } = panel;
      return {
        judgeIds: panel.judgeIds,
        quorum: panel.quorum,
        assess: (request, options) => deadline.awhile(() => panel.assess(request, options)),
        answer: answer && ((question, options) => deadline.awhile(() => answer(question, options))),
      };
    },
    embed: (texts) => deadline.awhile(() => embed(texts, deadline.signal)),
  };
}
