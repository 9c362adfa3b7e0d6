import type { EvalCase, JsonValue, Message, PointsRubric, RubricItem, RubricPoint } from '@assay/schema';
import fc from 'fast-check';
import { anyText, filledText } from './any-case.js';

const weight = fc.constantFrom(0, 0.5, 1, 2);
const citation: fc.Arbitrary<JsonValue> = fc.oneof(filledText, fc.record({ title: filledText, url: filledText }));
const beside = { weight, citation };

const judged = fc.record({ text: filledText, ...beside }, { requiredKeys: ['text'] });
const argument: fc.Arbitrary<JsonValue> = fc.oneof(anyText, fc.array(anyText, { minLength: 1, maxLength: 2 }), fc.tuple(fc.nat(), fc.nat()).map((pair) => [...pair]), fc.boolean());
const computed = fc.record(
  { fn: fc.constantFrom('contains', 'not_matches', 'js', 'is_json'), arg: argument, text: filledText, ...beside },
  { requiredKeys: ['fn'] },
);
const point = fc.oneof(judged, computed) as fc.Arbitrary<RubricPoint>;
const path = fc.array(point, { minLength: 1, maxLength: 2 });
const item = fc.oneof({ weight: 4, arbitrary: point }, path, fc.array(path, { minLength: 1, maxLength: 2 })) as fc.Arbitrary<RubricItem>;

const content = fc.oneof(filledText, fc.array(filledText.map((value) => ({ type: 'text' as const, value })), { minLength: 1, maxLength: 2 }));
const conversation: fc.Arbitrary<readonly Message[]> = fc.oneof(
  filledText.map((text): readonly Message[] => [{ role: 'user', content: text }]),
  fc.array(
    fc.oneof(
      fc.record({ role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const), content }),
      fc.constant({ role: 'assistant' as const, content: null }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
);

const prompt = fc.record({
  id: filledText.map((id) => id.normalize('NFC')),
  messages: conversation,
  ideal: fc.option(filledText, { nil: undefined }),
  should: fc.array(item, { maxLength: 3 }),
  shouldNot: fc.array(item, { maxLength: 2 }),
  weight: fc.constantFrom(0.1, 1, 10),
  tags: fc.uniqueArray(filledText.map((tag) => tag.normalize('NFC')), { maxLength: 2 }),
});

/** Cases as blueprints give them: a rubric of points each, and no expected outcome. */
export const anyPrompts: fc.Arbitrary<readonly EvalCase[]> = fc.uniqueArray(prompt, { selector: ({ id }) => id, minLength: 1, maxLength: 3 }).map((prompts) =>
  prompts.map(({ id, messages, ideal, should, shouldNot, weight: own, tags }): EvalCase => {
    const options: PointsRubric = { should, ...(shouldNot.length === 0 ? {} : { should_not: shouldNot }) };
    return {
      id,
      expectedOutcome: '',
      inputMessages: messages,
      expectedMessages: ideal === undefined ? [] : [{ role: 'assistant', content: ideal }],
      evaluators: [{ name: 'points', type: 'points', weight: 1, options: JSON.parse(JSON.stringify(options)) as EvalCase['evaluators'][number]['options'] }],
      execution: {},
      weight: own,
      tags,
    };
  }),
);
