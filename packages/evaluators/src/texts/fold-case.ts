import { composedText } from '@assay/schema';

/** Several points usually look at one response in a row: the last text is folded only once. */
let last = { text: '', folded: '' };

const FINAL_SIGMA = /ς/gu;

/** A text in which letters that differ only in case are the same, and accents however they were typed. */
export function foldCase(text: string): string {
  // Lower case has two forms of the Greek sigma, by place in the word.
  const lower = text.toLowerCase();
  // Some letters with an accent are one character in lower case only.
  return composedText(lower.includes('ς') ? lower.replace(FINAL_SIGMA, 'σ') : lower);
}

/** {@link foldCase} for responses: many checks of one in a row cost one folding. */
export function foldResponse(text: string): string {
  if (last.text !== text) last = { text, folded: foldCase(text) };
  return last.folded;
}

const lists = new WeakMap<readonly string[], readonly string[]>();

/** {@link foldCase} for the argument of a check, which is the same list for every response. */
export function foldList(list: readonly string[]): readonly string[] {
  let folded = lists.get(list);
  if (!folded) {
    folded = list.map(foldCase);
    lists.set(list, folded);
  }
  return folded;
}
