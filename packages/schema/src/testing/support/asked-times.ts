import assert from 'node:assert/strict';
import type { AskedTimes, EvaluatorDefinition, EvaluatorServices } from '../../contracts/evaluator.js';
import type { JsonObject } from '../../domain/json.js';
import type { EvaluationScore } from '../../domain/score.js';

/** Services whose judges are counted. */
export interface CountedJudges<T> {
  readonly services: T;
  /** How often they were asked. */
  asked(): number;
}

export function countedJudges<T extends Pick<EvaluatorServices, 'judges'>>(services: T): CountedJudges<T> {
  let asked = 0;
  const judges: EvaluatorServices['judges'] = (spec) => {
    const panel = services.judges(spec);
    const { answer } = panel;
    return {
      judgeIds: panel.judgeIds,
      assess(request, options) {
        asked += 1;
        return panel.assess(request, options);
      },
      answer: answer && ((question, options) => {
        asked += 1;
        return answer(question, options);
      }),
    };
  };
  return { services: { ...services, judges }, asked: () => asked };
}

/** The bounds of what an evaluator says; undefined for one that says nothing. */
function saidBy({ judgementsOf }: EvaluatorDefinition, options: JsonObject, replies: number): AskedTimes | undefined {
  const said = judgementsOf?.(options, replies);
  return typeof said === 'number' ? { least: said, most: said } : said;
}

/** @param scores of the replies: where all are null nobody may have been there to be asked. */
export function assertAskedTimes(definition: EvaluatorDefinition, options: JsonObject, asked: number, scores: readonly EvaluationScore[], title: string): void {
  const said = saidBy(definition, options, scores.length);
  if (!said) return;
  const { least, most } = said;
  assert.ok(Number.isInteger(least) && Number.isInteger(most) && least >= 0 && least <= most, `"${title}": judgementsOf() says ${least} to ${most}`);
  const fits = asked <= most && (asked >= least || scores.every(({ score }) => score === null));
  assert.ok(fits, `"${title}" asked its judges ${asked} times about ${scores.length} replies, and judgementsOf() says ${least === most ? least : `${least} to ${most}`}`);
}
