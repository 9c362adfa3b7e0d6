import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { HEADER_KEYS, PROMPT_KEYS } from './blueprint-keys.js';
import { normalizeBlueprint } from './blueprint.js';

const LIKELY_KEYS = [
  'role', 'content', 'user', 'assistant', 'ai', 'system', 'point', 'text', 'fn', 'arg', 'weight', 'citation', 'title', 'name', 'url', '$ref', '$contains', '$js',
  'llm-coverage', 'judges', 'backup', 'model', 'approach', 'id', 'a', 'b', '__proto__',
];
const LIKELY_TEXTS = ['a', 'b', 'CORE', 'openai:m', 'OpenAI: m', '$contains: x', '$ref: a', '$5', 'Does not say.', 'holistic', ''];

/** JSON that looks a little like what belongs there. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...LIKELY_TEXTS),
    fc.constantFrom(null, true, 0, -1, 0.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...LIKELY_KEYS), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const prompt = fc
  .tuple(fc.dictionary(fc.constantFrom(...PROMPT_KEYS), json, { maxKeys: 3 }), fc.boolean())
  .map(([fields, complete]) => (complete ? { prompt: 'Q', ...fields } : fields));
const header = fc.dictionary(fc.constantFrom(...HEADER_KEYS), json, { maxKeys: 4 });
const documents = fc.oneof(
  fc.tuple(header, fc.array(prompt, { maxLength: 3 })),
  fc.array(prompt, { minLength: 1, maxLength: 3 }),
  fc.array(json, { minLength: 1, maxLength: 3 }),
);

function read(values: readonly unknown[]) {
  const { context, found } = recordingContext();
  return { ...normalizeBlueprint(values, 'name', context), found };
}

test('whatever stands in a file, there are cases or findings that say why not', () => {
  fc.assert(
    fc.property(documents, (values) => {
      const { cases, found } = read(values);
      const stopped = found.some((line) => line.startsWith('error ') || line.startsWith('warning missing-field '));
      expect(cases.length > 0 || stopped).toBe(true);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 3000 : 600 },
  );
});

test('cases are plain JSON, with ids of their own and one evaluator each', () => {
  fc.assert(
    fc.property(documents, (values) => {
      const { cases, found } = read(values);
      const all = cases.map(({ evalCase }) => evalCase);
      expect(JSON.parse(JSON.stringify(all))).toEqual(all);
      expect(all.every(({ evaluators }) => evaluators.length === 1)).toBe(true);
      if (!found.some((line) => line.startsWith('error '))) expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 1000 : 250 },
  );
});

test('a file is left as it is by reading it', () => {
  fc.assert(
    fc.property(documents, (values) => {
      const copy = structuredClone(values);
      read(values);
      expect(values).toEqual(copy);
    }),
    { numRuns: 300 },
  );
});
