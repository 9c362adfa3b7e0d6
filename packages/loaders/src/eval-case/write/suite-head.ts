import { basename, extname } from 'node:path';
import { canonicalJson, type CaseExecution, type EvaluatorConfig, type JsonObject, type LocatedCase, type SuiteSetting, type WriteRequest } from '@assay/schema';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';
import { evaluatorEntries, isDefault } from '../../writing/evaluator-entries.js';
import { present } from '../../writing/present.js';
import { targetEntry } from './target-entry.js';

/** What stands above the cases of eval cases, or in a sidecar. */
export interface SuiteHead {
  readonly entry: JsonObject;
  /** Name of the target of cases that name none; their names where these are several. */
  readonly asked: string | readonly string[];
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

/** Who is asked: the name of one target, or the names of several. */
export function askedBy({ target, targets = [] }: CaseExecution): string | readonly string[] {
  const [only, ...others] = targets;
  if (only === undefined) return target ?? DEFAULT_TARGET;
  return others.length === 0 ? only : targets;
}

/** Who is asked, with the keys of `execution`. */
export function askedEntry(asked: string | readonly string[]): JsonObject {
  return typeof asked === 'string' ? { target: asked } : { targets: asked };
}

/** What a file asks of a run, by the keys that the head of a file has for it. */
const RUN_KEYS: Readonly<Record<string, string>> = {
  repeat: 'repeat',
  threshold: 'threshold',
  timeout_seconds: 'timeout_seconds',
  max_cost: 'budget_usd',
  concurrency: 'workers',
};

/** What is asked of a run with a key of its own, and what stands under `execution`. */
function writtenSettings(settings: readonly SuiteSetting[]): { readonly own: JsonObject; readonly execution: JsonObject } {
  const entries = (keys: (key: string) => string | undefined): JsonObject =>
    Object.fromEntries(settings.flatMap(({ key, value }) => {
      const written = keys(key);
      return written === undefined ? [] : [[written, value] as const];
    }));
  return { own: entries((key) => RUN_KEYS[key]), execution: entries((key) => (RUN_KEYS[key] === undefined ? key : undefined)) };
}

/**
 * What stands above the cases.
 * @param share True if evaluators that most cases have may stand there.
 */
export function suiteHead(request: WriteRequest, share: (entry: JsonObject) => boolean): SuiteHead {
  const { suite, cases, notes, out, definitions } = request;
  const { name, description, metadata, targets, settings = [] } = suite;
  const asked = askedBy(suite.execution);
  const { own, execution: ofRun } = writtenSettings(settings);
  const execution = { ...(asked === DEFAULT_TARGET ? {} : askedEntry(asked)), ...ofRun };
  const { metadata: noted, ...otherNotes } = notes.suite;
  const entry = present({
    description: description === '' ? undefined : description,
    dataset: name === baseName(out ?? suite.file) ? undefined : name,
    ...otherNotes,
    execution: Object.keys(execution).length === 0 ? undefined : execution,
    ...own,
    targets: targets.length === 0 ? undefined : targets.map(targetEntry),
    metadata: noted ?? metadata,
  });
  const shared = share(entry) ? sharedEvaluators(cases) : undefined;
  return { entry: shared ? { ...entry, evaluators: evaluatorEntries(shared, definitions) } : entry, asked, shared };
}
