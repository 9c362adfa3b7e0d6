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

function needsOf(entry: JsonValue | undefined, definitions: readonly EvaluatorDefinition[]): JudgeNeed[] {
  if (!isJsonObject(entry)) return [];
  const type = entry['type'];
  const definition = typeof type === 'string' ? findDefinition(definitions, type) : undefined;
  const model = entry['model'];
  const own: JudgeNeed[] = definition?.uses?.includes('judge')
    ? [{ models: typeof model === 'string' ? [model] : undefined }]
    : [];
  const members = entry['evaluators'];
  if (!Array.isArray(members)) return own;
  const aggregator = entry['aggregator'];
  return [...own, ...[...members, aggregator].flatMap((member: JsonValue) => needsOf(member, definitions))];
}

/** Every need for judges in a case's evaluators, members of composites included. */
export function judgeNeeds(evalCase: EvalCase, definitions: readonly EvaluatorDefinition[]): readonly JudgeNeed[] {
  return evalCase.evaluators.flatMap((config) =>
    needsOf({ ...config.options, type: config.type }, definitions),
  );
}
