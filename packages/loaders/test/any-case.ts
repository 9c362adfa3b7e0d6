import type { EvalCase, EvaluatorConfig, JsonValue, Message } from '@assay/schema';
import fc from 'fast-check';

/** Texts that formats like to break. */
const ODD = [
  'yes', 'no', 'on', 'true', 'null', '~', '1', '1.0', '0x1F', '1e3', '1_000', '.inf', '2024-01-01', '12:30:45', '=', '<<', '*a', '&a', '!t', '%x', '@x', '`x',
  '- a', '? a', 'a: b', 'a #b', '#a', "'", '"', '""', 'a\nb', 'a\n', '\na', 'a\n\n\nb\n\n', '  lead', 'trail  ', 'a  \nb', ' a\n  b\n c', '\ttab', 'a\tb', 'a\r\nb', '\r',
  '{', '[a, b]', '| a', '> a', '---', '...', '--- a\n...', 'ü 漢字 🙂', '\u0085', '\u2028', '\uFEFFx', '\u00A0', '\\n', '$contains: x', '{{ x }}', '${X}', ',', 'a,b', '\u0000\u0007',
];

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.array(fc.constantFrom(...ODD, '\n', ' ', 'word'), { maxLength: 5 }).map((parts) => parts.join('')),
);

export const filledText = anyText.filter((text) => text.trim() !== '');

export const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyText.filter((key) => key !== '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const anyObject = fc.dictionary(filledText.filter((key) => key !== '__proto__'), anyJson, { maxKeys: 3, noNullPrototype: true });

const toolCall = fc.record({ tool: filledText, input: anyJson, output: anyJson }, { requiredKeys: ['tool'] });

function message(role: Message['role']): fc.Arbitrary<Message> {
  const content = fc.oneof(anyText, fc.array(anyText.map((value) => ({ type: 'text' as const, value })), { maxLength: 2 }), anyObject);
  const calls = role === 'assistant' ? { toolCalls: fc.array(toolCall, { maxLength: 2 }), name: anyText, generated: fc.boolean() } : { name: anyText };
  return fc.record({ role: fc.constant(role), content, ...calls }, { requiredKeys: ['role', 'content'] }) as fc.Arbitrary<Message>;
}

const anyMessage = fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const).chain(message);

const short = filledText.map((value): Message => ({ role: 'user', content: value }));

const weight = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 10, noNaN: true }).filter((value) => !Object.is(value, -0)));

/** Ids and tags are read in their composed form. */
const composed = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => text.map((value) => value.normalize('NFC'));

/** Weights that are all 0 are warned about. */
function weighed<T extends { readonly weight: number }>(entries: readonly T[]): readonly T[] {
  return entries.some((one) => one.weight > 0) ? entries : entries.map((one, index) => (index === 0 ? { ...one, weight: 1 } : one));
}

const rubricItem = fc.oneof(
  filledText,
  fc.record({ id: filledText, description: filledText, weight: fc.constantFrom(0, 1, 2.5), required: fc.boolean() }, { requiredKeys: ['description'] }),
);

/** No two of a list have the same id. */
const rubricItems = fc.uniqueArray(rubricItem, {
  minLength: 1,
  maxLength: 3,
  comparator: (one, other) => typeof one !== 'string' && typeof other !== 'string' && one.id !== undefined && one.id === other.id,
});

/** Entries before they are named; `undefined` for a name stands for the one that the type gives. */
const entry: fc.Arbitrary<Omit<EvaluatorConfig, 'name'>> = fc.oneof(
  fc.record({ type: fc.constant('llm_judge'), weight, options: fc.record({ prompt: filledText, model: filledText }, { requiredKeys: [] }) }),
  fc.record({ type: fc.constant('rubric'), weight, options: fc.record({ rubrics: rubricItems.filter((lines) => lines.some((line) => typeof line === 'string' || line.weight !== 0)) }) }),
  fc.record({ type: fc.constant('code_judge'), weight, options: fc.record({ script: fc.array(filledText, { minLength: 1, maxLength: 3 }) }) }),
  fc.record({ type: fc.constant('tool_trajectory'), weight, options: fc.record({ mode: fc.constantFrom('exact', 'in_order'), minimums: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/u), fc.nat(), { noNullPrototype: true }) }) }),
) as fc.Arbitrary<Omit<EvaluatorConfig, 'name'>>;

const evaluators: fc.Arbitrary<readonly EvaluatorConfig[]> = fc
  .array(fc.tuple(entry, fc.option(fc.oneof(filledText, fc.constantFrom('rubric', 'rubric-2', 'llm_judge', 'llm_judge-2')))), { minLength: 1, maxLength: 3 })
  .map((entries) => {
    const taken = new Set<string>();
    const named = entries.map(([config, given]) => {
      let name = given ?? config.type;
      for (let number = 2; taken.has(name); number += 1) name = `${given ?? config.type}-${number}`;
      taken.add(name);
      return { name, ...config };
    });
    return weighed(named);
  });

/** Any case that eval-case files can say. */
const anyCase: fc.Arbitrary<EvalCase> = fc
  .record(
    {
      id: composed(filledText),
      conversationId: composed(filledText),
      expectedOutcome: filledText,
      inputMessages: fc.oneof(short.map((one) => [one]), fc.array(anyMessage, { minLength: 1, maxLength: 3 })),
      expectedMessages: fc.oneof(fc.array(anyMessage, { maxLength: 2 }), message('assistant').map((one) => [one])),
      evaluators: fc.oneof(fc.constant([{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }]), evaluators),
      execution: fc.record({ target: fc.oneof(fc.constant('default'), filledText) }),
      weight,
      tags: fc.uniqueArray(composed(filledText), { maxLength: 3 }),
      context: anyJson,
      plainInput: anyText,
    },
    { requiredKeys: ['id', 'expectedOutcome', 'inputMessages', 'expectedMessages', 'evaluators', 'execution', 'weight', 'tags'] },
  )
  .map((evalCase) => evalCase as EvalCase);

export const anyCases: fc.Arbitrary<readonly EvalCase[]> = fc
  .tuple(fc.uniqueArray(anyCase, { selector: ({ id }) => id, minLength: 1, maxLength: 4 }), fc.nat(4))
  // Evaluators that most cases share are written once.
  .map(([cases, alike]) => cases.map((evalCase, index) => (index < alike && cases[0] ? { ...evalCase, evaluators: cases[0].evaluators } : evalCase)));
