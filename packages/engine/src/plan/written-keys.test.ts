import { canonicalHash, type EvalCase, type Message } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evalCase, evaluator, reply, target } from '../../test/samples.js';
import { assessmentKey, expectationsKey, scoringKey } from './scoring-key.js';
import { trialKey } from './trial-key.js';

/** What keys are by their definition: the hash of one object. They are put together of parts, some of which were written for a case before. */
function hashed(value: unknown): string {
  return canonicalHash(value).slice(0, 32);
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '\n', 'é', '\u2028', '😀', '\uD800'), maxLength: 6 });
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>;
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const lists = [[evaluator('good')], [evaluator('good', { weight: 2, required: true })], []];
const messages: fc.Arbitrary<readonly Message[]> = fc.array(fc.record({ role: fc.constantFrom('user', 'system', 'assistant'), content: text }), { maxLength: 2 });

const cases: fc.Arbitrary<EvalCase> = fc
  .record({ id: text, inputMessages: messages, expectedMessages: messages, expectedOutcome: text, evaluators: fc.constantFrom(...lists), plainInput: maybe(text), context: maybe(fc.dictionary(text, json)), weight: fc.constantFrom(1, 0, 0.5), tags: fc.array(text, { maxLength: 2 }), conversationId: maybe(text), vars: maybe(fc.dictionary(text, json)), metadata: maybe(fc.dictionary(text, json)) })
  .map((parts) => ({ ...evalCase(), ...parts }));

const settings = fc.record({ allowEmpty: fc.boolean(), versions: fc.dictionary(fc.constantFrom('a', 'b'), text) });
const assessments = fc.record({ thresholds: fc.record({ pass: fc.constantFrom(0.8, 1), borderline: fc.constantFrom(0, 0.6) }), rubricRequired: fc.boolean(), assessors: maybe(fc.constant('0123')) });

test('keys of scores are hashes of what they are made of, whatever was hashed before', () => {
  fc.assert(
    fc.property(fc.array(cases, { minLength: 1, maxLength: 4 }), settings, assessments, fc.uniqueArray(text, { maxLength: 3 }), maybe(text), (all, { allowEmpty, versions }, assessed, judges, said) => {
      for (const one of all) {
        const { evaluators, expectedOutcome, expectedMessages, context } = one;
        const expectations = hashed({
          case: { evaluators, expectedOutcome, expectedMessages, context },
          ...(allowEmpty ? { allowEmpty } : {}),
          ...(Object.keys(versions).length > 0 ? { versions } : {}),
        });
        expect(expectationsKey(one, { allowEmpty, versions })).toBe(expectations);
        const answer = said === undefined ? null : reply(said);
        const kept = answer && { text: answer.text, messages: answer.messages, toolCalls: answer.toolCalls, confidence: answer.confidence };
        expect(scoringKey(expectations, new Set(judges), answer)).toBe(hashed({ expectations, judges: judges.toSorted(), reply: kept }));
        const { weight, tags, conversationId, vars, metadata } = one;
        const described = { conversationId, vars, metadata, ...(weight === 1 ? {} : { weight }), ...(tags.length === 0 ? {} : { tags }) };
        const isUsual = Object.values(described).every((value) => value === undefined);
        expect(assessmentKey(expectations, { ...assessed, described: one })).toBe(hashed({ expectations, ...assessed, ...(isUsual ? {} : { described }) }));
      }
    }),
  );
});

test('keys of trials are hashes of what they are made of', () => {
  fc.assert(
    fc.property(fc.array(cases, { minLength: 1, maxLength: 4 }), text, text, maybe(fc.constantFrom(0, 0.5)), fc.integer({ min: 1, max: 9 }), (all, suite, suitePath, temperature, repeat) => {
      const variant = { label: '', temperature };
      for (const one of all) {
        const { id, inputMessages, plainInput } = one;
        const { name, provider, model, options } = target();
        const inputs = hashed(inputMessages);
        const targeted = hashed({ name, provider, model, options });
        const parts = { suite, path: suitePath, case: id, inputs, plainInput, target: targeted, variant, repeat };
        expect(trialKey({ suite, suitePath, evalCase: one, target: target(), variant, repeat })).toBe(hashed(parts));
      }
    }),
  );
});
