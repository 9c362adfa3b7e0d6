import {
  type Diagnostic,
  isJsonObject,
  type LocatedCase,
  type NormalizeContext,
  type SourceDocument,
  type SourceLocation,
  type SuiteSource,
  type ValuePath,
} from '@assay/schema';
import { normalizeTestCase } from './read/test-case.js';
import { createCheckQueue } from '../checks/check-queue.js';
import type { LoadSession } from '../dialect/load-session.js';
import { byPlace } from '../files/by-place.js';

/** The test cases of one file. */
export interface TestCaseFile {
  readonly cases: readonly LocatedCase[];
  /** Every id with its place, also of cases that cannot be used. */
  readonly ids: readonly { readonly id: string; readonly location: SourceLocation }[];
  readonly findings: readonly Diagnostic[];
}

/** A document is one case, or a list of them. */
function itemsOf({ value }: SourceDocument): readonly { readonly item: unknown; readonly path: ValuePath }[] {
  if (!Array.isArray(value)) return [{ item: value, path: [] }];
  return value.map((item: unknown, index) => ({ item, path: [index] }));
}

/** Reads all cases of a file: one document, a list, or a stream of documents. */
export async function readTestCases(source: Extract<SuiteSource, { readonly format: 'documents' }>, session: LoadSession): Promise<TestCaseFile> {
  const findings: Diagnostic[] = [...source.findings];
  const cases: LocatedCase[] = [];
  const ids: { id: string; location: SourceLocation }[] = [];
  for (const document of source.documents) {
    const checks = createCheckQueue(session);
    const context: NormalizeContext = {
      locate: document.locate,
      writtenAt: (path) => document.written(path),
      report: (finding) => findings.push(finding),
      definitions: session.options.definitions,
      aliasPrecedence: session.options.aliasPrecedence ?? 'canonical',
      onEvaluator: checks.onEvaluator,
      tally: { errors: 0 },
    };
    for (const { item, path } of itemsOf(document)) {
      const id = isJsonObject(item) ? item['id'] : undefined;
      if (typeof id === 'string' || typeof id === 'number') ids.push({ id: String(id), location: document.locate([...path, 'id']) });
      const evalCase = normalizeTestCase(item, context, path);
      if (evalCase) cases.push({ evalCase, location: document.locate(path) });
    }
    await checks.report(context);
  }
  return { cases, ids, findings: findings.toSorted(byPlace) };
}
