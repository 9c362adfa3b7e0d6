import {
  isJsonObject,
  findDefinition,
  type EvalCase,
  type EvaluatorDefinition,
  type JsonValue,
} from '@assay/schema';

/** A need for judges that a case's evaluators have. */
export interface JudgeNeed {
  /** Models that the evaluator itself names; undefined leaves it to the panel of the trial. */
  readonly models: readonly string[] | undefined;
}

function modelsOf(model: JsonValue | undefined): readonly string[] | undefined {
  if (typeof model === 'string') return [model];
  return Array.isArray(model) ? model.filter((name): name is string => typeof name === 'string') : undefined;
}

function needsOf(entry: JsonValue | undefined, definitions: readonly EvaluatorDefinition[]): JudgeNeed[] {
  if (!isJsonObject(entry)) return [];
  const members = entry['evaluators'];
  // A composite judges through its members and its aggregator, if at all.
  if (Array.isArray(members)) {
    return [...members, entry['aggregator']].flatMap((member: JsonValue) => needsOf(member, definitions));
  }
  const type = entry['type'];
  const definition = typeof type === 'string' ? findDefinition(definitions, type) : undefined;
  return definition?.uses?.includes('judge') ? [{ models: modelsOf(entry['model']) }] : [];
}

/** Every need for judges in a case's evaluators, members of composites included. */
export function judgeNeeds(evalCase: EvalCase, definitions: readonly EvaluatorDefinition[]): readonly JudgeNeed[] {
  return evalCase.evaluators.flatMap((config) =>
    needsOf({ ...config.options, type: config.type }, definitions),
  );
}
