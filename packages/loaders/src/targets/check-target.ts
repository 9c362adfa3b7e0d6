import {
  checkWithSchema,
  definitionNames,
  findDefinition,
  nearestMatch,
  type Definitions,
  type Diagnostic,
  type Definition,
  type SourceLocation,
  type ValuePath,
  type WrittenTarget,
} from '@assay/schema';

/** Options that may stand beside `model` and are part of the definition itself. */
const COMMON_KEYS = ['name', 'provider', 'model', 'judge_target', 'workers', 'timeout_seconds', 'max_retries', 'allow_empty'];

/** Settings of a model that any config may state, whether its provider can use them or not. */
const MODEL_SETTINGS = [
  'task_type', 'system_prompt', 'temperature', 'max_tokens', 'batch_size', 'seed', 'num_labels', 'fine_tuned_weights',
];

/** Settings that a target states and its provider has no use for. */
function unusedSettings({ options }: WrittenTarget, provider: Definition): readonly string[] {
  const { entries = {} } = provider.options as { readonly entries?: Readonly<Record<string, unknown>> };
  return MODEL_SETTINGS.filter((key) => options[key] !== undefined && !Object.hasOwn(entries, key));
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
 * @param placeOf The place of a value in the target, where its file is at hand. Default: that of the target.
 */
export function checkTarget(
  target: WrittenTarget,
  definitions: Pick<Definitions, 'providers'>,
  placeOf: (path: ValuePath, which?: 'key' | 'value') => SourceLocation | undefined = () => target.location,
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
      {
        severity: 'error',
        code: 'unknown-provider',
        message: `target "${target.name}": unknown provider ${JSON.stringify(target.provider)}; installed: ${names.join(', ')}`,
        hint: nearest ? `did you mean ${nearest}?` : 'use one of the installed providers',
        location: placeOf(['provider']),
      },
    ];
  }
  const unused = unusedSettings(target, provider);
  checkWithSchema(
    {
      locate: (path, which) => placeOf(path, which) ?? { file: `target ${target.name}`, line: 1, column: 1 },
      report: (finding) => findings.push(target.location ? finding : { ...finding, location: undefined }),
      aliasPrecedence: 'canonical',
      tally: { errors: 0 },
    },
    {
      schema: provider.options,
      value: Object.fromEntries(Object.entries(target.options).filter(([key]) => !unused.includes(key))),
      path: [],
      label: `target "${target.name}": `,
      otherKeys: COMMON_KEYS,
    },
  );
  return [...findings, ...unused.map((key) => unusedSetting(key, target.name, provider, placeOf([key], 'key')))];
}
