import { isJsonObject, type FileContent } from '@assay/schema';
import { hasAny } from '../dialect/first-object.js';
import { EVAL_CASE_KEYS } from '../eval-case/read/eval-case.js';
import { ASSERTION_KEYS } from '../fields/suite-keys.js';

/** Extensions of files that are tables whatever stands in them. */
export const TABLE_FILES: readonly string[] = ['.csv', '.tsv', '.parquet'];

/** Keys of eval cases that are as likely columns. */
const SHARED: ReadonlySet<string> = new Set(['id', 'input', 'tags', 'weight', 'context', 'note', 'notes', 'description', 'metadata']);
const CASE_KEYS: ReadonlySet<string> = new Set(EVAL_CASE_KEYS);

/** Keys by which a row says that it is a case with a form of its own: no column is called like these. */
const SURELY_CASES: readonly string[] = ['vars', 'turns', 'input_messages', 'expected_messages', 'conversation_id', 'evaluators', 'execution', ...ASSERTION_KEYS];

/** Surer than that an id and an input are a case, and less sure than anything that is recognized by what only it has. */
const SURENESS = 0.35;
/** Surer than that a row with an outcome is a case: one whose other columns are what prompts are filled in with. */
const PROMPTED = 0.7;

/** How sure it is that a file is a table: rows of JSON are, which have names that no case has, and none that only cases have. */
export function detectTable({ extension, documents, prompted }: FileContent): number {
  if (TABLE_FILES.includes(extension)) return 1;
  if (extension !== '.jsonl' && extension !== '.json') return 0;
  const [first, second] = documents;
  const row: unknown = extension === '.jsonl' ? first : Array.isArray(first) ? first[0] : undefined;
  if (!isJsonObject(row) || second !== undefined) return 0;
  const keys = Object.keys(row);
  if (!keys.some((key) => !CASE_KEYS.has(key))) return 0;
  if (prompted && !hasAny(row, SURELY_CASES)) return PROMPTED;
  return keys.some((key) => CASE_KEYS.has(key) && !SHARED.has(key)) ? 0 : SURENESS;
}
