import { isJsonObject, UnscoredError, type JsonObject, type JsonValue, type PointContext } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { inForm } from '../../../test/accent-forms.js';
import { evaluateWith, makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { textContext } from '../../../test/point-context.js';
import { scoreOf } from '../../../test/point-table.js';
import { findEvaluator, installed } from '../../../test/installed.js';

const NFC = 'Wir sahen die Crème brûlée in São Paulo, 한국 und Việt Nam.';

/** Arguments that hold for the text, by function. */
const HOLDING: Readonly<Record<string, JsonValue>> = {
  contains: 'brûlée',
  icontains: 'BRÛLÉE',
  contains_any_of: ['nothing', 'brûlée'],
  icontains_any_of: ['nothing', 'BRÛLÉE'],
  contains_all_of: ['brûlée', '한국'],
  icontains_all_of: ['BRÛLÉE', 'VIỆT'],
  contains_at_least_n_of: [2, ['brûlée', '한국', 'x']],
  icontains_at_least_n_of: [2, ['BRÛLÉE', 'VIỆT', 'x']],
  contains_word: 'São Paulo',
  icontains_word: 'SÃO PAULO',
  starts_with: 'Wir sahen die Crème',
  istarts_with: 'WIR SAHEN DIE CRÈME',
  ends_with: 'Việt Nam.',
  iends_with: 'VIỆT NAM.',
  matches: 'br[ûu]l.e\\b.*Vi.t',
  imatches: 'BR[Û]L.E',
  matches_all_of: ['br.l.e', '^.{20}'],
  imatches_all_of: ['BR.L.E', 'S.O'],
  matches_at_least_n_of: [2, ['br.l.e', 'S.o', 'q']],
  imatches_at_least_n_of: [2, ['BR.L.E', 'S.O', 'q']],
  word_count_between: [12, 12],
  js: 'r.includes("brûlée") && r.length === 57',
  tool_called: 'mélanger',
  tool_args_match: { name: 'mélanger', where: { 'Zutaten für 2': ['Crème'] } },
  tool_call_count_between: [1, 1, 'mélanger'],
  tool_call_order: ['mélanger'],
  is_json: true,
};

/** The text with marks on its vowels, so that it has two forms. */
const accented = (text: string): string => text.replaceAll(/[aeiou]/gu, (vowel) => `${vowel}\u0301`);

/** An argument with marks in every text that it is made of. */
function accentedValue(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'string') return accented(value);
  if (Array.isArray(value)) return value.map((item) => accentedValue(item) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, accentedValue(item) ?? null]));
}

/** What is looked at by the examples of a function: a text that all of an argument stands in, and a call of each of its texts. */
function surroundingsOf(argument: JsonValue | undefined, form: 'NFC' | 'NFD'): PointContext {
  const text = (JSON.stringify(argument) ?? '').normalize(form);
  const found = [...text.matchAll(/"([^"]*)"/gu)].map(([, word = '']) => word);
  return { ...textContext(found.join(' ')), toolCalls: found.map((tool) => ({ tool, input: { [tool]: found } })) };
}

/** Texts of functions that look for what the other has not. */
const OWN_TEXTS: Readonly<Record<string, string>> = { is_json: '{"é": "é"}' };

function contextOf(form: 'NFC' | 'NFD', name: string): PointContext {
  const text = OWN_TEXTS[name] ?? NFC;
  const input = { ['Zutaten für 2'.normalize(form)]: ['Milch', 'Crème'.normalize(form)] };
  return { ...textContext(text.normalize(form)), toolCalls: [{ tool: 'mélanger'.normalize(form), input }] };
}

/** The score, or what is said in its place. */
async function outcomeOf(name: string, argument: JsonValue | undefined, context: PointContext): Promise<unknown> {
  try {
    return await scoreOf(name, argument, context);
  } catch (error) {
    if (error instanceof UnscoredError) return error.message.normalize('NFC');
    throw error;
  }
}

describe('texts that look the same are the same, however their accents were typed', () => {
  test('every function has a row', () => {
    expect(Object.keys(HOLDING).toSorted()).toEqual(installed.pointFunctions.map(({ name }) => name).toSorted());
  });

  // Besides the texts that were chosen for it, each is held to this by its own examples.
  test.each(installed.pointFunctions.map(({ name, examples }) => [name, examples] as const))('the examples of %s', async (name, examples) => {
    for (const { value } of examples) {
      for (const argument of [value as JsonValue | undefined, accentedValue(value as JsonValue | undefined)]) {
        const written = (form: 'NFC' | 'NFD'): JsonValue | undefined => (argument === undefined ? undefined : inForm(argument, form));
        const expected = await outcomeOf(name, written('NFC'), surroundingsOf(argument, 'NFC'));
        for (const [form, other] of [['NFC', 'NFD'], ['NFD', 'NFC'], ['NFD', 'NFD']] as const) {
          expect([form, other, await outcomeOf(name, written(form), surroundingsOf(argument, other))]).toEqual([form, other, expected]);
        }
      }
    }
  });

  test.each(Object.entries(HOLDING))('%s', async (name, argument) => {
    for (const form of ['NFC', 'NFD'] as const) {
      for (const written of ['NFC', 'NFD'] as const) {
        const context = contextOf(form, name);
        expect([form, written, await scoreOf(name, inForm(argument, written), context)]).toEqual([form, written, 1]);
        expect(await scoreOf(`not_${name}`, inForm(argument, written), context)).toBe(0);
      }
    }
  });

  test('a letter is no part of the same letter with an accent', async () => {
    for (const form of ['NFC', 'NFD'] as const) {
      expect(await scoreOf('contains', 'Crem', 'Crème'.normalize(form))).toBe(0);
      expect(await scoreOf('ends_with', 'e', 'brûlé'.normalize(form))).toBe(0);
      expect(await scoreOf('matches', '^caf.$', 'café'.normalize(form))).toBe(1);
    }
  });

  test('a script over the arguments of a call sees them in that form', async () => {
    const context = contextOf('NFD', 'js');
    expect(await scoreOf('tool_args_match', { name: 'mélanger', where: 'args["Zutaten für 2"].includes("Crème")' }, context)).toBe(1);
  });

  const expected = { role: 'assistant' as const, content: { 'Straße': 'Allée', tags: ['é'] } };
  test.each<[string, JsonObject, string, Parameters<typeof makeCase>[0]]>([
    ['exact_match', {}, 'Café', { expectedMessages: [{ role: 'assistant', content: 'Café' }] }],
    ['exact_match', { ignore_case: true }, 'CAFÉ', { expectedMessages: [{ role: 'assistant', content: 'Café' }] }],
    ['exact_match', { value: 'Café' }, 'Café', {}],
    ['exact_match', {}, JSON.stringify(expected.content), { expectedMessages: [expected] }],
    ['field_accuracy', { fields: [{ path: 'Straße' }, { path: 'tags' }] }, JSON.stringify(expected.content), { expectedMessages: [expected] }],
    ['forbidden_phrases', { phrases: ['brulée'] }, 'brûlée', {}],
    ['required_keys', { keys: ['größe', 'maß.höhe'] }, '{"größe": 1, "maß": {"höhe": 2}}', {}],
    ['length_max', { value: 4 }, 'Café', {}],
    ['json_schema', { schema: { properties: { 'größe': { enum: ['groß', 'süß'], pattern: '^s.ß$' } }, required: ['größe'] } }, '{"größe": "süß"}', {}],
    ['tool_trajectory', { mode: 'exact', expected: [{ tool: 'mélanger', input: { 'für': ['Crème'] } }] }, 'ok', {}],
    ['tool_trajectory', { mode: 'any_order', minimums: { 'mélanger': 1 } }, 'ok', {}],
    ['contains', { value: 'é' }, 'Café', {}],
  ])('%s %j', async (type, options, reply, overrides) => {
    const definition = findEvaluator(type);
    if (!definition) throw new TypeError(`no ${type}`);
    for (const form of ['NFC', 'NFD'] as const) {
      for (const written of ['NFC', 'NFD'] as const) {
        const toolCalls = [inForm([{ tool: 'mélanger', input: { 'für': ['Crème'] } }], form)].flat() as never;
        const response = makeResponse({ text: reply.normalize(form), toolCalls });
        const evalCase = makeCase(inForm(overrides as JsonValue, written) as typeof overrides);
        const score = await evaluateWith(definition, inForm(options, written) as JsonObject, { evalCase, response });
        expect([form, written, score.score]).toEqual([form, written, 1]);
      }
    }
  });
});
