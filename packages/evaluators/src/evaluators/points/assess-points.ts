import {
  findPointFunction,
  toErrorInfo,
  UnscoredError,
  type EvaluationInput,
  type JudgePanel,
  type JudgeScale,
  type PanelResult,
  type PointFunctionDefinition,
  type PointScore,
} from '@assay/schema';
import { judgedReply } from '../../panels/judged-reply.js';
import { preparePoint } from '../../point-functions/applying/apply-point.js';
import { pointContext } from '../../point-functions/applying/point-context.js';
import { boundedLine } from './bounded-line.js';
import type { PlacedPoint } from './list-points.js';
import { citationText, pointLabel } from './point-label.js';
import { unusableFunction } from './unusable-function.js';

/** Longest message of an error, in characters: some repeat a whole argument. */
const LONGEST_MESSAGE = 1000;

/** A point with its score, and for judged points what the panel said. */
export interface AssessedPoint {
  readonly score: PointScore;
  readonly panel?: PanelResult | undefined;
}

export interface Assessment {
  readonly input: EvaluationInput;
  /** Those that points may call. */
  readonly pointFunctions: readonly PointFunctionDefinition[];
  readonly scale: JudgeScale;
  /**
   * The judges; asked for when there is a point to judge.
   * @throws ConfigError when they cannot be made ready.
   */
  readonly panel: () => JudgePanel;
}

type Outcome = Pick<PointScore, 'score' | 'reasoning' | 'error' | 'judges'> & Pick<AssessedPoint, 'panel'>;

async function compute(fn: string, argument: unknown, { input, pointFunctions }: Assessment): Promise<Outcome> {
  const point = findPointFunction(pointFunctions, fn);
  if (!point) {
    const { message, hint } = unusableFunction(fn, pointFunctions, argument);
    throw new UnscoredError(message, { reason: 'config', hint });
  }
  const { score, explain } = await preparePoint(point, argument)(pointContext(input));
  return { score, ...(explain === undefined ? {} : { reasoning: explain }) };
}

function isJudged({ point }: PlacedPoint): boolean {
  return !('fn' in point);
}

async function judge(criterion: string, { input, scale, panel }: Assessment): Promise<Outcome> {
  const result = await panel().assess(
    { kind: 'criterion', scale, criterion, input: input.evalCase.inputMessages, ...judgedReply(input.response) },
    { signal: input.signal },
  );
  return {
    score: result.score,
    judges: result.votes,
    panel: result,
    ...(result.reasoning === '' ? {} : { reasoning: result.reasoning }),
    ...(result.score === null ? { error: result.error ?? { code: 'unscored', message: 'no judge gave a usable answer' } } : {}),
  };
}

/**
 * Scores one point. Never rejects, but when the evaluation is aborted: what cannot be scored is null
 * with its error. A point of `should_not` scores 1 − what was found.
 */
async function assessPoint(placed: PlacedPoint, assessment: Assessment): Promise<AssessedPoint> {
  const { point, inverted, path, block } = placed;
  let outcome: Outcome;
  try {
    outcome = 'fn' in point ? await compute(point.fn, point.arg, assessment) : await judge(point.text, assessment);
  } catch (error) {
    assessment.input.signal.throwIfAborted();
    const info = toErrorInfo(error);
    outcome = { score: null, error: { ...info, message: boundedLine(info.message, LONGEST_MESSAGE) } };
  }
  const { panel, score, ...rest } = outcome;
  return {
    panel,
    score: {
      text: pointLabel(point),
      score: score !== null && inverted ? 1 - score : score,
      weight: point.weight ?? 1,
      ...('fn' in point ? { function: point.fn } : {}),
      ...(inverted ? { inverted } : {}),
      ...(path === undefined ? {} : { path }),
      ...(block === undefined ? {} : { block }),
      ...(point.citation === undefined ? {} : { citation: citationText(point.citation) }),
      ...rest,
    },
  };
}

/**
 * Scores all points at once. Judges are asked first: they take longest, and nothing that is computed
 * here should hold up their requests.
 */
export function assessPoints(points: readonly PlacedPoint[], assessment: Assessment): Promise<AssessedPoint[]> {
  const asked = new Map(points.filter(isJudged).map((placed) => [placed, assessPoint(placed, assessment)]));
  return Promise.all(points.map((placed) => asked.get(placed) ?? assessPoint(placed, assessment)));
}
