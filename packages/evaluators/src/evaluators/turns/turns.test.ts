import type { EvaluatedPart, EvaluatorConfig, EvaluatorResult, JsonObject, Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase } from '../../../test/evaluation-input.js';
import { turnReplies, windowOf } from './turn-replies.js';
import { turns } from './turns.js';

const user = (content: string): Message => ({ role: 'user', content });
const said = (content: string): Message => ({ role: 'assistant', content, generated: true });
const reply = (...messages: readonly string[]) => ({ text: messages.join('\n\n'), messages: messages.map(said), toolCalls: [], latencyMs: 1 });

const input: readonly Message[] = [{ role: 'system', content: 'Help.' }, user('one'), said('first'), user('two'), said('second'), user('three')];
const whole = reply('first', 'second', 'third');

/** Members score 1 where the reply that they are shown has their `value`; those that want nothing are lost. */
function score(options: JsonObject, seen: EvaluatedPart[] = []) {
  const evaluate = async ({ name, type, weight, options: own }: EvaluatorConfig, part?: EvaluatedPart): Promise<EvaluatorResult> => {
    if (part) seen.push(part);
    const { text } = part?.response ?? whole;
    const wanted = own['value'];
    return typeof wanted === 'string' ? { name, type, weight, score: text.includes(wanted) ? 1 : 0 } : { name, type, weight, score: null, error: { code: 'unscored', message: 'gone' } };
  };
  const wants = (value: string | null, index: number): JsonObject => ({ name: `turn-${index + 1}`, type: 'contains', ...(value === null ? {} : { value }) });
  const { want = [], ...rest } = options as { want?: readonly (string | null)[] };
  return evaluateWith(turns, { evaluators: want.map(wants), ...rest } as JsonObject, { evalCase: makeCase({ inputMessages: input }), response: whole, services: { evaluate } });
}

describe('turns', () => {
  test('are scored each by its own reply, with what was said before', async () => {
    const seen: EvaluatedPart[] = [];
    expect(await score({ want: ['first', 'second', 'first'], of: [1, 2, 3] }, seen)).toMatchObject({ score: 2 / 3 });
    expect(seen.map(({ evalCase, response }) => [evalCase.inputMessages.length, response.text])).toEqual([[2, 'first'], [4, 'second'], [6, 'third']]);
  });

  test.each([
    [{ want: ['first', 'x'], of: [1, 2], aggregation: 'min' }, 0],
    [{ want: ['first', 'x'], of: [1, 2], aggregation: 'max' }, 1],
    [{ want: ['first', 'third'], of: [1, 0] }, 1],
  ])('%j: %s', async (options, expected) => {
    expect((await score(options)).score).toBe(expected);
  });

  test('one that cannot be scored leaves what the others can still make of it', async () => {
    expect(await score({ want: ['first', null], of: [1, 2], aggregation: 'min' })).toMatchObject({ score: 1, bounds: { worst: 0, best: 1 } });
    expect(await score({ want: [null], of: [1], aggregation: 'max' })).toMatchObject({ score: null });
  });

  test('with stop, those after one that failed are 0, and nobody is asked about them', async () => {
    const seen: EvaluatedPart[] = [];
    const result = await score({ want: ['x', 'second', 'third'], of: [1, 2, 3], on_turn_failure: 'stop' }, seen);
    expect(result).toMatchObject({ score: 0, evaluators: [{ score: 0 }, { score: 0, misses: ['not looked at, since turn-1 failed'] }, { score: 0 }] });
    expect(seen).toHaveLength(1);
  });

  test('a turn that there is not is unscored, never a 0', async () => {
    expect(await score({ want: ['first', 'x'], of: [1, 4] })).toMatchObject({ score: 1, bounds: { worst: 0.5, best: 1 } });
  });

  test('see so many turns back', async () => {
    const seen: EvaluatedPart[] = [];
    await score({ want: ['third'], of: [3], window_size: 1, expected: ['the third'] }, seen);
    expect(seen[0]?.evalCase).toMatchObject({ inputMessages: [{ role: 'system' }, said('second'), user('three')], expectedMessages: [{ role: 'assistant', content: 'the third' }] });
  });

  test('numbers that are not those of the entries are told', () => {
    expect(findings(turns, { evaluators: ['contains'], of: [1, 2] })).toEqual(['of must have a number for each of evaluators']);
    expect(findings(turns, { evaluators: ['contains'], of: [1], window_size: 0 })).toEqual(['window_size must be a whole number >= 1']);
  });
});

describe('turnReplies', () => {
  test('a reply of several messages is one turn, with all of its calls', () => {
    const calls: Message = { role: 'assistant', content: null, toolCalls: [{ tool: 'search' }], generated: true };
    const [first, second] = turnReplies({ inputMessages: [user('a'), calls, said('found'), user('b')] }, { ...reply('found', 'end'), messages: [calls, said('found'), said('end')] });
    expect(first?.response).toMatchObject({ text: 'found', toolCalls: [{ tool: 'search' }] });
    expect(second?.response.text).toBe('end');
  });

  test('of a target that gives texts alone the last one is what is left', () => {
    const texts = turnReplies({ inputMessages: [user('a'), said('one'), user('b')] }, { ...reply('one', 'two'), messages: [] });
    expect(texts.map(({ response }) => response.text)).toEqual(['one', 'two']);
  });

  test('a window keeps what systems say', () => {
    expect(windowOf(input, 1).map(({ content }) => content)).toEqual(['Help.', 'second', 'three']);
    expect(windowOf(input, undefined)).toBe(input);
  });
});
