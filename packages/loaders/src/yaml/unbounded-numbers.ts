import { BLUEPRINT_ALIASES } from '@assay/schema';
import { isPair, isScalar, visit, type Document } from 'yaml';
import type { DocumentProblem } from './examine-document.js';

/** What YAML writes numbers with that are not finite. Texts may have it by chance. */
const SUSPECT = /\.(?:inf|nan)\b|[\d.]e\+?\d{3}|(?<![\da-f])[\da-f]{200}/iu;

/** Whether a text may hold such numbers: a look at the whole of it, to be taken once for all of its documents. */
export function maySayUnbounded(text: string): boolean {
  return SUSPECT.test(text);
}

/** For what stands in the file, of a file of any size. */
const SHOWN = 40;

function shown(written: string): string {
  return written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
}

const WEIGHTS: ReadonlySet<string> = new Set(BLUEPRINT_ALIASES.weight);

/** What to write instead. Not all that a number can be is a weight. */
function hintFor(name: string): string {
  return WEIGHTS.has(name) ? 'write a number such as 1, 0.5 or 3; leave it out for 1' : 'write one from -1.8e308 to 1.8e308, or put it in quotes as a text';
}

/** What holds a number, in words. */
function nameOf(parent: unknown): string {
  return isPair(parent) && isScalar(parent.key) ? shown(String(parent.key.value)) : 'a value';
}

/** Stands for such a number from then on, so that what else is wrong with the file is found as well. It is right wherever a number can be. */
const STAND_IN = 1;

/**
 * Numbers that are too large (`1e999`), endless (`.inf`) or none (`.nan`): no row could store them as they are, so the file is not used. What
 * is written as the id of a case is no number and stays.
 */
export function unboundedNumbers(doc: Document.Parsed): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  visit(doc, {
    Scalar: (key, node, path) => {
      const { value, range, source } = node;
      if (key === 'key' || typeof value !== 'number' || Number.isFinite(value)) return;
      const written = source ?? String(value);
      const name = nameOf(path.at(-1));
      problems.push({
        code: 'invalid-number',
        offset: range?.[0] ?? 0,
        message: `${name} must be a finite number, not ${shown(written)}`,
        hint: hintFor(name),
        fatal: false,
      });
      node.value = STAND_IN;
    },
  });
  return problems;
}
