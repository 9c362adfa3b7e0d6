import { canonicalJson, type CaseExecution, isJsonObject, type JsonObject, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
import { readExecution, readTargetName } from './execution.js';
import { readProviderNames, readTargetNames } from '../agentv/target-names.js';

type Asked = Pick<CaseExecution, 'target' | 'targets'>;

interface Saying {
  readonly path: ValuePath;
  readonly asked: Asked;
}

/** Names among the targets of a file: mappings there define targets, and have none asked. */
function namesIn(raw: unknown): readonly unknown[] | undefined {
  const names = Array.isArray(raw) ? raw.filter((item) => typeof item === 'string') : [];
  return names.length === 0 ? undefined : names;
}

/** Who the head of a file has asked: under `execution`, `experiment`, `target`, `providers`, or by names in its list of targets. */
export function readAskedTargets(context: NormalizeContext, source: JsonObject): Asked {
  const { target, targets, providers } = source;
  const named = readTargetName(context, target, ['target']);
  const listed = readTargetNames(context, namesIn(targets), ['targets']);
  const provided = readProviderNames(context, providers, ['providers']);
  const sayings: readonly Saying[] = [
    ...['execution', 'experiment'].map((key) => ({ path: [key], asked: askedBy(context, source[key], [key]) })),
    { path: ['target'], asked: named === undefined ? {} : { target: named } },
    { path: ['targets'], asked: listed ? { targets: listed } : {} },
    { path: ['providers'], asked: provided ? { targets: provided } : {} },
  ];
  const [first, ...others] = sayings.filter(({ asked }) => Object.keys(asked).length > 0);
  const other = others.find(({ asked }) => canonicalJson({ ...asked }) !== canonicalJson({ ...first?.asked }));
  if (first && other) {
    reportError(context, other.path, `${first.path.join('.')} and ${other.path.join('.')} have different targets asked`, { which: 'key', hint: 'keep one of the two', related: { message: 'the other one is here', path: first.path } });
  }
  return first?.asked ?? {};
}

function askedBy(context: NormalizeContext, raw: unknown, path: ValuePath): Asked {
  const { target, targets } = readExecution(context, raw, path, true);
  return targets ? { targets } : target === undefined ? {} : { target };
}

/** Where the head of a file says who is asked. */
export function askedTargetPaths(root: unknown): readonly ValuePath[] {
  if (!isJsonObject(root)) return [];
  for (const path of [['execution', 'target'], ['experiment', 'target'], ['target']]) {
    const value = path.reduce<unknown>((inside, key) => (isJsonObject(inside) ? inside[key] : undefined), root);
    if (typeof value === 'string') return [path];
  }
  for (const path of [['execution', 'targets'], ['experiment', 'targets'], ['targets'], ['providers']]) {
    const value = path.reduce<unknown>((inside, key) => (isJsonObject(inside) ? inside[key] : undefined), root);
    const places = Array.isArray(value) ? value.flatMap((item, index) => (typeof item === 'string' || path.length > 1 ? [[...path, index]] : [])) : [];
    if (places.length > 0) return places;
  }
  return [];
}
