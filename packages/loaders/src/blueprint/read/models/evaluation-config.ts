import {
  BLUEPRINT_ALIASES,
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  type JsonObject,
  type NormalizeContext,
  pickKey,
  type PointsRubric,
  reportError,
  reportInfo,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readFlag } from '../../../fields/flag.js';
import { readJudge, readJudgeModels, readJudges } from './judges.js';

const COVERAGE_KEYS = ['judges', 'backup', 'useExperimentalScale', 'judgeModels', 'judgeMode'];
const KNOWN_COVERAGE: ReadonlySet<string> = new Set(COVERAGE_KEYS);
const KNOWN: ReadonlySet<string> = new Set(BLUEPRINT_ALIASES.coverage);
const MISPLACED = Object.fromEntries(COVERAGE_KEYS.map((key) => [key, `write it under ${BLUEPRINT_ALIASES.coverage[0]}: in evaluationConfig`]));

/** How the points of all prompts are judged, and where that is written. */
export interface Judging {
  readonly rubric: Pick<PointsRubric, 'scale' | 'judges' | 'backup'>;
  readonly paths: Readonly<Record<string, ValuePath>>;
}

function readPanel(context: NormalizeContext, raw: JsonObject, path: ValuePath): PointsRubric['judges'] {
  const judges = readJudges(context, raw['judges'], [...path, 'judges']);
  if (raw['judgeModels'] === undefined || raw['judgeModels'] === null) return judges;
  const modelsPath = [...path, 'judgeModels'];
  reportInfo(context, modelsPath, 'judgeModels is an old way to name judges', {
    code: 'lint-deprecated-judge-models',
    which: 'key',
    hint: 'write judges: a list of - model: … and approach: …',
  });
  const models = readJudgeModels(context, raw['judgeModels'], modelsPath);
  if (!judges) return models;
  reportWarning(context, modelsPath, 'judges and judgeModels are both given; judges is used', {
    code: 'alias-conflict',
    which: 'key',
    hint: 'remove judgeModels',
    related: { message: 'judges is here', path: [...path, 'judges'] },
  });
  return judges;
}

function readBackup(context: NormalizeContext, raw: JsonObject, path: ValuePath, judges: PointsRubric['judges']): PointsRubric['backup'] {
  if (raw['backup'] === undefined || raw['backup'] === null) return undefined;
  const backupPath = [...path, 'backup'];
  const backup = readJudge(context, raw['backup'], backupPath);
  if (!backup) return undefined;
  if (!judges) {
    reportWarning(context, backupPath, 'a backup stands in for judges that the file names, and it names none; it is not used', {
      code: 'no-effect',
      which: 'key',
      hint: 'add judges, or remove backup: the default judges have a backup of their own',
    });
    return undefined;
  }
  const same = judges.findIndex(({ model, id }) => model === backup.model || (id !== undefined && id === backup.id));
  if (same >= 0) {
    reportError(context, backupPath, `the backup must differ from the judges, but one of them is "${backup.model}" too`, {
      hint: 'name another model as the backup',
      related: { message: 'the judge is here', path: [...path, 'judges', same] },
    });
  }
  return backup;
}

function noteMode(context: NormalizeContext, mode: unknown, path: ValuePath): void {
  if (mode === undefined || mode === null) return;
  if (mode !== 'consensus' && mode !== 'failover') {
    reportWarning(context, path, `judgeMode ${describeValue(mode)} is unknown and ignored`, { code: 'no-effect', hint: 'remove it: judges always agree by consensus' });
    return;
  }
  reportInfo(context, path, 'judgeMode has no effect: judges always agree by consensus', {
    code: 'lint-deprecated-judge-mode',
    which: 'key',
    hint: 'remove it',
  });
}

/** The `evaluationConfig` of a header: judges, their backup and their scale. */
export function readEvaluationConfig(context: NormalizeContext, raw: unknown, path: ValuePath): Judging {
  const none: Judging = { rubric: {}, paths: {} };
  if (raw === undefined || raw === null) return none;
  if (!isJsonObject(raw)) {
    reportError(context, path, `evaluationConfig must be a mapping, not ${describeKind(raw)}`, { hint: 'write llm-coverage: and judges: under it' });
    return none;
  }
  checkKeys(context, raw, path, KNOWN, { hints: MISPLACED });
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.coverage);
  if (key === undefined) return none;
  const coverage = raw[key];
  const at = [...path, key];
  if (!isJsonObject(coverage)) {
    reportError(context, at, `${key} must be a mapping, not ${describeKind(coverage)}`, { hint: `keys: ${COVERAGE_KEYS.join(', ')}` });
    return none;
  }
  checkKeys(context, coverage, at, KNOWN_COVERAGE);
  const judges = readPanel(context, coverage, at);
  const backup = readBackup(context, coverage, at, judges);
  noteMode(context, coverage['judgeMode'], [...at, 'judgeMode']);
  const fine = readFlag(context, coverage, at, 'useExperimentalScale');
  return {
    rubric: {
      ...(fine === true ? { scale: 'nine_point' } : {}),
      ...(judges ? { judges } : {}),
      ...(backup ? { backup } : {}),
    },
    paths: { scale: [...at, 'useExperimentalScale'], judges: [...at, coverage['judges'] ? 'judges' : 'judgeModels'], backup: [...at, 'backup'] },
  };
}
