import { reportError, type JsonObject, type JsonValue, type NormalizeContext, type ValuePath } from '@assay/schema';

/** Most cases that the lists of one case may stand for. */
const MOST_CASES = 10_000;
/** Longest value that stands in an id. */
const LONGEST_MARK = 40;

/** The variables of one of the cases that lists stand for. */
export interface Variables {
  readonly vars: JsonObject;
  /** What its id gets behind it: `-lang=de`; empty when there are no lists. */
  readonly suffix: string;
}

function markOf(value: JsonValue): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  const text = String(value);
  return text.length > LONGEST_MARK || /[^\P{C}]|^\s|\s$|^$/u.test(text) ? undefined : text;
}

/** What tells the items of a list apart: the values themselves, or their numbers in words that nobody takes for a value. */
function marksOf(list: readonly JsonValue[]): readonly string[] {
  const marks = list.map(markOf);
  const plain = marks.every((mark) => mark !== undefined) && new Set(marks).size === marks.length;
  return plain ? marks : list.map((_, index) => `item-${index + 1}`);
}

/** Every combination of the items of lists: each is a case. A value that is no list stands in all of them. */
export function multiply(context: NormalizeContext, vars: JsonObject, path: ValuePath): readonly Variables[] {
  const lists = Object.entries(vars).filter((entry): entry is [string, readonly JsonValue[]] => Array.isArray(entry[1]));
  if (lists.length === 0) return [{ vars, suffix: '' }];
  const count = lists.reduce((product, [, list]) => product * list.length, 1);
  const empty = lists.find(([, list]) => list.length === 0);
  if (empty || count > MOST_CASES) {
    const [name] = empty ?? [];
    reportError(context, name === undefined ? path : [...path, name], empty ? `the list of the variable "${name}" is empty, so that there would be no case` : `the lists of vars stand for ${count} cases; there may be ${MOST_CASES}`, {
      hint: empty ? 'write at least one value' : 'write shorter lists, or a table with a row for each case',
    });
    return [];
  }
  let all: readonly Variables[] = [{ vars, suffix: '' }];
  for (const [name, list] of lists) {
    const marks = marksOf(list);
    all = all.flatMap((one) => list.map((value, index) => ({ vars: { ...one.vars, [name]: value }, suffix: `${one.suffix}-${name}=${marks[index]}` })));
  }
  return all;
}
