import {
  composedText,
  describeKind,
  EVAL_CASE_ALIASES,
  type EvalCase,
  isJsonObject,
  type LocatedCase,
  type NormalizeContext,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { normalizeEvalCase } from './read/eval-case.js';
import { evaluatorLocation } from './read/evaluator-places.js';
import type { SuiteHeader } from './read/suite-header.js';
import type { FileReference } from '../references/file-references.js';
import type { LoadSession } from '../dialect/load-session.js';

/** The list of cases of a document and where it stands. */
function findList(root: unknown, header: SuiteHeader, context: NormalizeContext): [ValuePath, readonly unknown[]] | undefined {
  if (Array.isArray(root)) return [[], root];
  const key = header.casesKey;
  if (key === undefined) {
    // A file whose list is empty (`evalcases:` and nothing more) has no key here either.
    const written = isJsonObject(root) && EVAL_CASE_ALIASES.cases.some((name) => root[name] === null);
    return written ? [[], []] : undefined;
  }
  const list = isJsonObject(root) ? root[key] : undefined;
  if (Array.isArray(list)) return [[key], list as readonly unknown[]];
  reportError(context, [key], `${key} must be a list of cases, not ${describeKind(list)}`, {
    hint: 'start each case with - id: …',
  });
  return [[key], []];
}

/** Reports ids that stand twice, also those of cases that have other errors. */
function checkIds(items: readonly unknown[], base: ValuePath, context: NormalizeContext): void {
  const places = new Map<string, ValuePath>();
  for (const [index, item] of items.entries()) {
    if (!isJsonObject(item)) continue;
    const { id: written } = item;
    if (typeof written !== 'string' && typeof written !== 'number') continue;
    const id = composedText(String(written));
    const path = [...base, index, 'id'];
    const first = places.get(id);
    if (first === undefined) places.set(id, path);
    else {
      reportError(context, path, `two cases have the id "${id}"`, {
        code: 'duplicate-id',
        hint: 'give each case its own id',
        related: { message: 'the first one is here', path: first },
      });
    }
  }
}

/** All cases of a document. Findings go to the context; the cases with errors are left out. */
export async function readYamlCases(
  root: unknown,
  header: SuiteHeader,
  context: NormalizeContext,
  session: LoadSession,
): Promise<readonly LocatedCase[]> {
  const list = findList(root, header, context);
  const [base, items] = list ?? [[], [root]];
  if (list && items.length === 0 && context.tally.errors === 0) {
    reportWarning(context, base, 'the file has no cases', { code: 'no-cases', hint: 'add - id: …' });
  }
  if (list) checkIds(items, base, context);
  const found: { evalCase: EvalCase; path: ValuePath; references: FileReference[] }[] = [];
  for (const [index, item] of items.entries()) {
    const path: ValuePath = list ? [...base, index] : [];
    const references: FileReference[] = [];
    const own: NormalizeContext = {
      ...context,
      aliasPrecedence: header.aliasPrecedence,
      onFile: (part, partPath) => references.push({ part, path: partPath }),
    };
    const evalCase = normalizeEvalCase(item, own, header, path);
    if (evalCase) found.push({ evalCase, path, references });
  }
  const cases: LocatedCase[] = [];
  for (const { evalCase, path, references } of found) {
    const complete =
      references.length === 0 ? evalCase : await session.references.attach(evalCase, references, context);
    const ownTarget = evalCase.execution !== header.execution;
    cases.push({
      evalCase: complete,
      location: context.locate(path),
      evaluatorLocation,
      ...(ownTarget ? { targetLocation: context.locate([...path, 'execution', 'target']) } : {}),
    });
  }
  return cases;
}
