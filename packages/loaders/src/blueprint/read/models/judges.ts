import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  type JsonObject,
  type JudgeApproach,
  type JudgeSpec,
  nearestMatch,
  type NormalizeContext,
  readText,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readModelName } from './model-name.js';

const APPROACHES: readonly JudgeApproach[] = ['standard', 'prompt-aware', 'holistic'];
const DEFAULT_APPROACH: JudgeApproach = 'holistic';
const KEYS: ReadonlySet<string> = new Set(['id', 'model', 'approach']);

function readApproach(context: NormalizeContext, raw: JsonObject, path: ValuePath): JudgeApproach {
  const { approach } = raw;
  const found = APPROACHES.find((name) => name === approach);
  if (found) return found;
  if (approach === undefined || approach === null) {
    reportWarning(context, path, `the judge has no approach; ${DEFAULT_APPROACH} is used`, {
      code: 'missing-approach',
      hint: `add approach: ${APPROACHES.join(' | ')}`,
    });
    return DEFAULT_APPROACH;
  }
  const near = typeof approach === 'string' ? nearestMatch(approach, APPROACHES) : undefined;
  reportError(context, [...path, 'approach'], `approach must be one of ${APPROACHES.join(', ')}, not ${describeValue(approach)}`, {
    hint: near ? `did you mean ${near}?` : `use one of ${APPROACHES.join(', ')}`,
  });
  return DEFAULT_APPROACH;
}

/** One judge: a mapping with `model`, `approach` and optionally `id`; or only the name of its model. */
export function readJudge(context: NormalizeContext, raw: unknown, path: ValuePath): JudgeSpec | undefined {
  if (typeof raw === 'string') return readJudge(context, { model: raw }, path);
  if (!isJsonObject(raw)) {
    reportError(context, path, `a judge must be a mapping with model and approach, not ${describeKind(raw)}`, {
      hint: 'write - model: provider:model and approach: holistic',
    });
    return undefined;
  }
  checkKeys(context, raw, path, KEYS);
  const id = readText(context, raw, path, 'id');
  const approach = readApproach(context, raw, path);
  if (raw['model'] === undefined || raw['model'] === null) {
    reportError(context, path, 'the judge has no model', { hint: 'add model: provider:model' });
    return undefined;
  }
  const model = readModelName(context, raw['model'], [...path, 'model']);
  return model === undefined ? undefined : { ...(id === undefined ? {} : { id }), model, approach };
}

/** A list of judges. Ids that are given must differ. */
export function readJudges(context: NormalizeContext, raw: unknown, path: ValuePath): readonly JudgeSpec[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!Array.isArray(raw)) {
    reportError(context, path, `judges must be a list, not ${describeKind(raw)}`, { hint: 'start each judge with - model: …' });
    return undefined;
  }
  if (raw.length === 0) {
    reportWarning(context, path, 'judges is empty and left out', { code: 'empty-list', hint: 'write judges in it, or remove it' });
    return undefined;
  }
  const places = new Map<string, ValuePath>();
  return (raw as readonly unknown[]).flatMap((item, index) => {
    const itemPath = [...path, index];
    const judge = readJudge(context, item, itemPath);
    if (!judge) return [];
    const first = judge.id === undefined ? undefined : places.get(judge.id);
    if (first) {
      reportError(context, [...itemPath, 'id'], `two judges have the id "${judge.id}"`, {
        code: 'duplicate-name',
        hint: 'give each judge its own id, or leave the ids out',
        related: { message: 'the first one is here', path: first },
      });
    } else if (judge.id !== undefined) places.set(judge.id, [...itemPath, 'id']);
    return judge;
  });
}

/** A list of models that judge, the older way to say it. */
export function readJudgeModels(context: NormalizeContext, raw: unknown, path: ValuePath): readonly JudgeSpec[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!Array.isArray(raw)) {
    reportError(context, path, `judgeModels must be a list, not ${describeKind(raw)}`, { hint: 'write judges: a list of - model: … and approach: …' });
    return undefined;
  }
  const judges = (raw as readonly unknown[]).flatMap((item, index) => {
    const model = readModelName(context, item, [...path, index]);
    return model === undefined ? [] : [{ model, approach: DEFAULT_APPROACH }];
  });
  return judges.length === 0 ? undefined : judges;
}
