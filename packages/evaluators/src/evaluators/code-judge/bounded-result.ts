import { isJsonObject, unboundedNumberIn, type JsonValue } from '@assay/schema';

/** Most remarks of one kind that a result keeps, and characters of each. */
const MOST_REMARKS = 100;
const REMARK_CHARACTERS = 2_000;
/** Most levels of nesting and characters of JSON that details may have. */
const DETAIL_LEVELS = 100;
const DETAIL_CHARACTERS = 1_000_000;

/** Remarks that a row can hold: the first ones, each with its beginning. */
export function boundedRemarks(remarks: readonly string[]): string[] {
  const kept = remarks
    .slice(0, MOST_REMARKS)
    .map((text) => (text.length > REMARK_CHARACTERS ? `${text.slice(0, REMARK_CHARACTERS)}…` : text));
  return remarks.length > kept.length ? [...kept, `… ${remarks.length - kept.length} more`] : kept;
}

/** True when a value is nested deeper than so many levels. Looks level by level, since deep values overflow the stack. */
function isDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : isJsonObject(item) ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Why details are left out of a row; undefined when they are not. */
export function detailsProblem(details: JsonValue): string | undefined {
  if (isDeeper(details, DETAIL_LEVELS)) return `the details of the script are nested deeper than ${DETAIL_LEVELS} levels, and were left out`;
  if (unboundedNumberIn(details) !== undefined) return 'the details of the script have a number that is too large, and were left out';
  const { length } = JSON.stringify(details);
  return length > DETAIL_CHARACTERS
    ? `the details of the script have ${length} characters, more than ${DETAIL_CHARACTERS}, and were left out`
    : undefined;
}

/** The beginning of what a script wrote, for a message. */
export function excerpt(stdout: string): string {
  const text = stdout.trim();
  if (text === '') return 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The beginning of a value that a script wrote, for a message; what is nested too deep cannot be written. */
export function excerptOf(value: JsonValue): string {
  return isDeeper(value, DETAIL_LEVELS) ? `something nested deeper than ${DETAIL_LEVELS} levels` : excerpt(JSON.stringify(value));
}
