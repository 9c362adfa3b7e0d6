import {
  type AskedTimes,
  isJsonObject,
  type EvalCase,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type JsonObject,
  type JsonValue,
  type PanelSpec,
} from '@assay/schema';
import { panelOf } from './panel-of.js';

type FindEvaluator = (type: string) => EvaluatorDefinition | undefined;

/** A need for judges that a case's evaluators have. */
export interface JudgeNeed {
  /** The evaluator of the case that has it, itself or by a member. */
  readonly evaluator: EvaluatorConfig;
  /** Judges that the evaluator itself names; undefined leaves it to the panel of the trial. */
  readonly panel: PanelSpec | undefined;
  /** Type of the evaluator, when it compares the replies of several targets: these then need the same judges. */
  readonly comparing?: string | undefined;
  /** How often the panel is asked about so many replies; `most` is Infinity where nobody knows. */
  judgements(replies: number): AskedTimes;
}

function namedModels(model: JsonValue | undefined): PanelSpec | undefined {
  const names = (Array.isArray(model) ? model : [model]).filter((name): name is string => typeof name === 'string');
  return names.length === 0 ? undefined : { judges: names.map((name) => ({ model: name })) };
}

function judgementsBy({ judgementsOf }: EvaluatorDefinition, options: JsonObject, replies: number): AskedTimes {
  const said = judgementsOf ? judgementsOf(options, replies) : { least: 1, most: Infinity };
  return typeof said === 'number' ? { least: said, most: said } : said;
}

function needOf(definition: EvaluatorDefinition, options: JsonObject, evaluator: EvaluatorConfig): JudgeNeed[] {
  if (!definition.uses?.includes('judge')) return [];
  const panel = definition.judgesOf ? panelOf(definition, options) : namedModels(options['model']);
  return panel === 'none' ? [] : [{ evaluator, panel, judgements: (replies) => judgementsBy(definition, options, replies), ...(definition.compare ? { comparing: definition.name } : {}) }];
}

function needsOf(entry: JsonValue | undefined, find: FindEvaluator, evaluator: EvaluatorConfig): JudgeNeed[] {
  if (!isJsonObject(entry)) return [];
  const members = entry['evaluators'];
  // A composite judges through its members and its aggregator, if at all.
  if (Array.isArray(members)) {
    return [...members, entry['aggregator']].flatMap((member: JsonValue) => needsOf(member, find, evaluator));
  }
  const type = entry['type'];
  const definition = typeof type === 'string' ? find(type) : undefined;
  return definition ? needOf(definition, entry, evaluator) : [];
}

/** Every need for judges in a case's evaluators, members of composites included. */
export function judgeNeeds(evalCase: EvalCase, find: FindEvaluator): readonly JudgeNeed[] {
  const needs: JudgeNeed[] = [];
  for (const evaluator of evalCase.evaluators) {
    const { type, options } = evaluator;
    // Nearly all entries need nobody: that is seen without a copy of them.
    if (!Array.isArray(options['evaluators']) && !find(type)?.uses?.includes('judge')) continue;
    needs.push(...needsOf({ ...options, type }, find, evaluator));
  }
  return needs;
}
