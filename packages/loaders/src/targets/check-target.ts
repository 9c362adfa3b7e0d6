import {
  checkWithSchema,
  definitionNames,
  findDefinition,
  nearestMatch,
  type Definitions,
  type Diagnostic,
  type SourceLocation,
  type WrittenTarget,
} from '@assay/schema';

/** Options that may stand beside `model` and are part of the definition itself. */
const COMMON_KEYS = ['name', 'provider', 'model', 'judge_target', 'workers', 'timeout_seconds', 'max_retries'];

/**
 * Checks a target against the installed providers. Only for targets that are selected: a targets
 * file may name providers that are not installed.
 */
export function checkTarget(target: WrittenTarget, definitions: Pick<Definitions, 'providers'>): readonly Diagnostic[] {
  if (target.problems) return target.problems;
  // One that only points to another target has nothing of its own to check.
  if (target.provider === undefined) return [];
  const location: SourceLocation | undefined = target.location;
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
        ...(location ? { location } : {}),
      },
    ];
  }
  checkWithSchema(
    {
      locate: () => location ?? { file: `target ${target.name}`, line: 1, column: 1 },
      report: (finding) => findings.push(location ? finding : { ...finding, location: undefined }),
      aliasPrecedence: 'canonical',
      tally: { errors: 0 },
    },
    {
      schema: provider.options,
      value: target.options,
      path: [],
      label: `target "${target.name}": `,
      otherKeys: COMMON_KEYS,
    },
  );
  return findings;
}
