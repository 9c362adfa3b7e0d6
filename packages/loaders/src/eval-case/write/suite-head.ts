import { basename, extname } from 'node:path';
import { canonicalJson, type EvaluatorConfig, type JsonObject, type LocatedCase, type WriteRequest } from '@assay/schema';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';
import { evaluatorEntries, isDefault } from '../../writing/evaluator-entries.js';
import { present } from '../../writing/present.js';
import { targetEntry } from './target-entry.js';

/** What stands above the cases of eval cases, or in a sidecar. */
export interface SuiteHead {
  readonly entry: JsonObject;
  /** Name of the target of cases that name none. */
  readonly target: string;
  /** The evaluators of cases that name none, when the head says them. */
  readonly shared: readonly EvaluatorConfig[] | undefined;
}

function baseName(file: string): string {
  return basename(file, extname(file));
}

/** The evaluators that more than half of the cases have, if that spares something. */
function sharedEvaluators(cases: readonly LocatedCase[]): readonly EvaluatorConfig[] | undefined {
  const counts = new Map<string, { count: number; readonly evaluators: readonly EvaluatorConfig[] }>();
  for (const { evalCase } of cases) {
    // A case without an outcome must name its evaluators itself.
    if (evalCase.expectedOutcome.trim() === '' || isDefault(evalCase.evaluators)) continue;
    const key = canonicalJson(evalCase.evaluators);
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { count: 1, evaluators: evalCase.evaluators });
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return most && most.count > 1 && most.count * 2 > cases.length ? most.evaluators : undefined;
}

function writtenTarget({ suite, lose }: WriteRequest): string {
  const { target, targets = [] } = suite.execution;
  const [only, ...others] = targets;
  if (only === undefined) return target ?? DEFAULT_TARGET;
  if (others.length === 0) return only;
  lose(undefined, 'models', `eval cases name one target; name these with ${targets.map((name) => `--target ${name}`).join(' ')}`);
  return DEFAULT_TARGET;
}

/**
 * What stands above the cases.
 * @param share True if evaluators that most cases have may stand there.
 */
export function suiteHead(request: WriteRequest, share: (entry: JsonObject) => boolean): SuiteHead {
  const { suite, cases, notes, out, definitions } = request;
  const { name, description, metadata, targets } = suite;
  const target = writtenTarget(request);
  const { metadata: noted, ...otherNotes } = notes.suite;
  const entry = present({
    description: description === '' ? undefined : description,
    dataset: name === baseName(out ?? suite.file) ? undefined : name,
    ...otherNotes,
    execution: target === DEFAULT_TARGET ? undefined : { target },
    targets: targets.length === 0 ? undefined : targets.map(targetEntry),
    metadata: noted ?? metadata,
  });
  const shared = share(entry) ? sharedEvaluators(cases) : undefined;
  return { entry: shared ? { ...entry, evaluators: evaluatorEntries(shared, definitions) } : entry, target, shared };
}
