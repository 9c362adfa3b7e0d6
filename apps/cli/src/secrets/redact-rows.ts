import type { Redactor, ResultRow, ResultStore } from '@assay/schema';

/**
 * Rows as they may leave the process, each made once: whoever gets a row gets what is stored.
 * What tells rows apart stays, since later runs are found by it.
 */
export function rowRedaction(redactor: Redactor): (row: ResultRow) => ResultRow {
  const made = new WeakMap<ResultRow, ResultRow>();
  // Of nearly all. A map would hold each of them, as what it is itself made to, until V8 looks for garbage thoroughly.
  const harmless = new WeakSet<ResultRow>();
  return (row) => {
    if (harmless.has(row)) return row;
    const known = made.get(row);
    if (known) return known;
    const redacted = redactor.value(row);
    if (redacted === row) {
      harmless.add(row);
      return row;
    }
    const { runId, trialKey, scoringKey, assessmentKey, criteriaKey, suite, suitePath, caseId, target } = row;
    const clean = { ...redacted, runId, trialKey, scoringKey, assessmentKey, criteriaKey, suite, suitePath, caseId, target };
    made.set(row, clean);
    return clean;
  };
}

/** A store that is given no secret, in rows or in the manifest. */
export function redactedStore(store: ResultStore, redactor: Redactor, redactRow: (row: ResultRow) => ResultRow): ResultStore {
  return {
    ...store,
    append: (row) => store.append(redactRow(row)),
    writeManifest(manifest) {
      const { runId, suites, identity } = manifest;
      return store.writeManifest({ ...redactor.value(manifest), runId, suites, identity });
    },
  };
}
