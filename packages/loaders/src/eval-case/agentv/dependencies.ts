import {
  composedText,
  DEPENDENCY_POLICIES,
  describeKind,
  describeValue,
  reportError,
  type DependencyPolicy,
  type EvalCase,
  type JsonObject,
  type NormalizeContext,
  type SourceLocation,
  type ValuePath,
} from '@assay/schema';

/** Keys of a case that are about its order among others. */
export const DEPENDENCY_KEYS: readonly string[] = ['depends_on', 'on_dependency_failure'];

/** Where each id of a list stands, beside the list: its cases may be those of other files. */
const places = new WeakMap<readonly string[], readonly SourceLocation[]>();

function readIds(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly string[] | undefined {
  const { depends_on: list } = raw;
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) {
    reportError(context, [...path, 'depends_on'], `depends_on must be a list of ids of cases, not ${describeKind(list)}`, { hint: typeof list === 'string' ? `write depends_on: [${list}]` : 'write depends_on: [ID, …]' });
    return undefined;
  }
  const found = new Map<string, SourceLocation>();
  for (const [index, item] of list.entries()) {
    const at = [...path, 'depends_on', index];
    const id = typeof item === 'number' ? (context.writtenAt?.(at) ?? String(item)) : item;
    if (typeof id === 'string' && id.trim() !== '') found.set(composedText(id), context.locate(at));
    else reportError(context, at, `depends_on must have ids of cases, not ${typeof id === 'string' ? 'an empty text' : describeKind(id)}`, { hint: 'write the id of another case of the suite' });
  }
  if (found.size === 0) return undefined;
  const ids = [...found.keys()];
  places.set(ids, [...found.values()]);
  return ids;
}

function isPolicy(value: unknown): value is DependencyPolicy {
  return DEPENDENCY_POLICIES.some((policy) => policy === value);
}

type Dependence = Pick<EvalCase, 'dependsOn' | 'onDependencyFailure'>;

/** Most cases are: it is found out for millions of them. */
const INDEPENDENT: Dependence = {};

/** Reads which cases a case is asked after. */
export function readDependencies(context: NormalizeContext, raw: JsonObject, path: ValuePath): Dependence {
  const { depends_on: list, on_dependency_failure: policy } = raw;
  if (list === undefined && policy === undefined) return INDEPENDENT;
  const isSaid = policy !== undefined && policy !== null;
  if (isSaid && !isPolicy(policy)) {
    reportError(context, [...path, 'on_dependency_failure'], `on_dependency_failure must be one of ${DEPENDENCY_POLICIES.join(', ')}, not ${describeValue(policy)}`, { hint: 'write skip, or run to ask all the same' });
  }
  const dependsOn = readIds(context, raw, path);
  return { dependsOn, onDependencyFailure: dependsOn && isPolicy(policy) ? policy : undefined };
}

/** Where an id of a list stands. */
export function dependencyLocation(dependsOn: readonly string[], index: number): SourceLocation | undefined {
  return places.get(dependsOn)?.[index];
}
