import * as v from 'valibot';
import {
  checkWithSchema,
  type Definition,
  definitionNames,
  type Definitions,
  type Diagnostic,
  findDefinition,
  type JsonObject,
  nearestMatch,
  type NormalizeContext,
  type SourceLocation,
  type ValuePath,
  type WrittenTarget,
} from '@assay/schema';
import { MODEL_SETTINGS } from './model-settings.js';
import { hideOwnSecrets } from './hide-own-secrets.js';
import { placeIn } from './target-places.js';

/** Options that may stand beside `model` and are part of the definition itself. */
const COMMON_KEYS = ['name', 'provider', 'model', 'judge_target', 'grader_target', 'workers', 'requests_per_minute', 'tokens_per_minute', 'timeout_seconds', 'max_retries', 'max_reply_mb', 'allow_empty'];

type ModelSetting = keyof typeof MODEL_SETTINGS;

/** Settings that a target states and its provider has no use for. */
function unusedSettings({ options }: WrittenTarget, provider: Definition): readonly ModelSetting[] {
  const { entries = {} } = provider.options as { readonly entries?: Readonly<Record<string, unknown>> };
  return (Object.keys(MODEL_SETTINGS) as ModelSetting[]).filter((key) => options[key] !== undefined && !Object.hasOwn(entries, key));
}

function only(options: JsonObject, wanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([key]) => wanted(key)));
}

function unusedSetting(key: string, name: string, provider: Definition, location: SourceLocation | undefined): Diagnostic {
  return {
    severity: 'info',
    code: 'unused-setting',
    message: `target "${name}": ${key} has no meaning for provider ${provider.name}; it is left out`,
    hint: 'nothing has to be done: the same settings may stand in the configs of all providers',
    ...(location === undefined ? {} : { location }),
  };
}

/**
 * Checks a target against the installed providers. Only for targets that are selected: a targets
 * file may name providers that are not installed.
 * @param placeOf The place of a value in the target. Default: where it was read, else that of the target.
 */
export function checkTarget(
  target: WrittenTarget,
  definitions: Pick<Definitions, 'providers'>,
  placeOf: (path: ValuePath, which?: 'key' | 'value') => SourceLocation | undefined = (path, which) => placeIn(target, path, which),
): readonly Diagnostic[] {
  if (target.problems) return target.problems;
  // One that only points to another target has nothing of its own to check.
  if (target.provider === undefined) return [];
  const findings: Diagnostic[] = [];
  const provider = findDefinition(definitions.providers, target.provider);
  if (!provider) {
    const names = definitions.providers.map(({ name }) => name);
    const nearest = nearestMatch(target.provider, definitionNames(definitions.providers));
    return [
      hideOwnSecrets(target.options)({
        severity: 'error',
        code: 'unknown-provider',
        message: `target "${target.name}": unknown provider ${JSON.stringify(target.provider)}; installed: ${names.join(', ')}`,
        hint: nearest ? `did you mean ${nearest}?` : 'use one of the installed providers',
        location: placeOf(['provider']),
      }),
    ];
  }
  const unused = unusedSettings(target, provider);
  const isUnused = (key: string): boolean => unused.some((each) => each === key);
  const context: NormalizeContext = {
    locate: (path, which) => placeOf(path, which) ?? { file: `target ${target.name}`, line: 1, column: 1 },
    report: (finding) => findings.push(target.location ? finding : { ...finding, location: undefined }),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  const label = `target "${target.name}": `;
  const used = only(target.options, (key) => !isUnused(key));
  checkWithSchema(context, { schema: provider.options, value: used, path: [], label, otherKeys: COMMON_KEYS });
  // Of no use here, and wrong all the same: the config may be given to another provider.
  const schema = v.object(Object.fromEntries(unused.map((key) => [key, MODEL_SETTINGS[key]])));
  checkWithSchema(context, { schema, value: only(target.options, isUnused), path: [], label });
  const all = [...findings, ...unused.map((key) => unusedSetting(key, target.name, provider, placeOf([key], 'key')))];
  return all.map(hideOwnSecrets(target.options));
}
