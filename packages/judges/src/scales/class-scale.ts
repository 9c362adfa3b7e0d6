import { normalizedText, type JsonValue } from '@assay/schema';
import { plainNumber } from './plain-number.js';
import type { Scale } from './scale.js';
import { shownValue } from './shown-value.js';

/** One class of a scale. */
export interface ScaleClass {
  readonly name: string;
  /** [0, 1] */
  readonly score: number;
  /** When to choose it. */
  readonly meaning: string;
}

/** Longer texts are prose, not a classification. */
const LONGEST_CLASSIFICATION = 80;

const EXPLAINED = /^([A-Za-z_ ]{1,40}?)\s*[:–—-]\s+([\s\S]{1,300})$/u;
const LONGEST_EXPLAINED = 400;
/** Fewest characters of a meaning by which it is recognized. */
const SHORTEST_MEANING = 12;

const NUMBER_LAST = /^(.+?)[\s(:=,–—-]+(\d*\.?\d+)\)?$/u;
const NUMBER_FIRST = /^(\d*\.?\d+)[\s(:=,–—-]+(.+?)\)?$/u;

/** Letters and signs that may turn a class into its opposite (`не FULLY_MET`, `≠ FULLY_MET`, `~~FULLY_MET~~`) or into a question. */
const TURNING = /[^\P{L}A-Z]|[¬≠≉~<>?]|^\s*!/u;

/** The name as the scale writes it; empty for a text that says more, or other, than a name. */
function normalName(written: string): string {
  const text = normalizedText(written, 'NFKC').toUpperCase();
  if (TURNING.test(text)) return '';
  return text
    .replaceAll(/[^A-Z]+/gu, '_')
    .replaceAll(/^_|_$/gu, '')
    .replace(/^CLASS_/u, '');
}

/**
 * A scale whose answers are named classes. A class may be given by its name (any case, with
 * spaces or hyphens, with or without `CLASS_` before it), by its number, or by both when they
 * agree (`HALF_MET (0.5)`).
 * @param options `numbered: false` for classes of which nobody would guess the numbers: they are given by their names alone
 */
export function classScale(name: string, classes: readonly ScaleClass[], { numbered = true }: { readonly numbered?: boolean } = {}): Scale {
  const names = classes.map((item) => item.name);
  const byName = new Map(classes.map((item) => [item.name, item]));
  const byScore = new Map(numbered ? classes.map((item) => [item.score, item]) : []);

  function one(value: JsonValue): ScaleClass | undefined {
    const number = plainNumber(value, 1);
    if (number !== undefined) return byScore.get(number);
    return typeof value === 'string' && !/\d/u.test(value) ? byName.get(normalName(value)) : undefined;
  }

  /** A class that is given as the instruction lists it, with the beginning of its meaning. */
  function explained(written: string): ScaleClass | undefined {
    const value = written.trimStart();
    if (value.length > LONGEST_EXPLAINED) return undefined;
    const [, first = '', rest = ''] = EXPLAINED.exec(value) ?? [];
    const found = byName.get(normalName(first));
    const said = rest.trim().replace(/\.$/u, '').toLowerCase();
    return found && said.length >= SHORTEST_MEANING && found.meaning.toLowerCase().startsWith(said) ? found : undefined;
  }

  function find(value: JsonValue): ScaleClass | undefined {
    const found = one(value) ?? (typeof value === 'string' ? explained(value) : undefined);
    if (found || typeof value !== 'string' || value.length > LONGEST_CLASSIFICATION) return found;
    const both = NUMBER_LAST.exec(value.trim()) ?? NUMBER_FIRST.exec(value.trim());
    const first = both?.[1] === undefined ? undefined : one(both[1]);
    const second = both?.[2] === undefined ? undefined : one(both[2]);
    return first === second ? first : undefined;
  }

  return {
    name,
    instruction: [
      'The classification is one of these classes:',
      ...classes.map((item) => `- ${item.name}: ${item.meaning}`),
    ].join('\n'),
    placeholder: `"<one of ${names.join(', ')}>"`,
    schema: { type: 'string', enum: names },
    read(classification) {
      const found = find(classification);
      if (found) return { ok: true, score: found.score };
      return {
        ok: false,
        problem: `classification ${shownValue(classification)} is not one of ${names.join(', ')}`,
      };
    },
  };
}
