import { errorText, decodeRow, encodeRow, UnstorableRowError, type ResultRow, type ResultStore } from '@assay/schema';

function check(row: ResultRow): void {
  try {
    decodeRow(encodeRow(row));
  } catch (error) {
    const why = errorText(error);
    throw new UnstorableRowError(`the row of case "${row.caseId}" cannot be stored: ${why}`, {
      hint: 'an evaluator, provider or loader that was given to evaluate() made it so',
      cause: error,
    });
  }
}

/** A store that takes no row which cannot be read back: one would hold up whoever reads the others. What is installed makes none. */
export function checkedStore(store: ResultStore): ResultStore {
  return {
    ...store,
    async append(row) {
      check(row);
      return store.append(row);
    },
  };
}
