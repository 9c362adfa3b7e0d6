import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { askedTarget, HELLO } from './support/projects/asked-target.js';
import { createWorkspace } from './support/projects/workspace.js';

const CALLS = '{role: user, content: Weather?}, {role: assistant, tool_calls: [{tool: weather, id: one}, {tool: time, id: two}, {tool: wind, id: tri}]}';
/** Results in another order than the calls, the first of which nobody answers. */
const SWAPPED = `[${CALLS}, {role: tool, tool_call_id: tri, content: none}, {role: tool, tool_call_id: two, content: noon}, {role: user, content: And?}]`;

type Part = Readonly<Record<string, unknown>>;

test.each(['openai', 'mistral'])('%s gets every result for the call that it names, whatever their order', async (provider) => {
  const { sent, row } = await askedTarget({ provider, input: SWAPPED });
  const messages = sent?.['messages'] as readonly Part[];
  const called = ((messages[1]?.['tool_calls'] ?? []) as readonly Part[]).map(({ id }) => id);
  const answers = Object.fromEntries(messages.filter(({ role }) => role === 'tool').map(({ tool_call_id: id, content }) => [called.indexOf(id), content]));
  expect(answers).toEqual({ 0: '', 1: 'noon', 2: 'none' });
  expect(row?.warnings ?? []).toEqual([]);
  expect(row?.input?.[2]).toEqual({ role: 'tool', toolCallId: 'tri', content: 'none' });
});

test('so does Anthropic', async () => {
  const { sent } = await askedTarget({ provider: 'anthropic', answer: HELLO.anthropic, input: SWAPPED });
  const [, , answers] = (sent?.['messages'] ?? []) as readonly { readonly content: readonly Part[] }[];
  expect(Object.fromEntries(answers?.content.flatMap(({ tool_use_id: id, content }) => (typeof id === 'string' ? [[id, content]] : [])) ?? [])).toEqual({ one: '', two: 'noon', tri: 'none' });
});

test('and Google', async () => {
  const { sent } = await askedTarget({ provider: 'google', answer: HELLO.google, input: SWAPPED });
  const [, , answers] = (sent?.['contents'] ?? []) as readonly { readonly parts: readonly { readonly functionResponse?: Part }[] }[];
  const told = answers?.parts.flatMap(({ functionResponse: told }) => (told ? [[told['name'], told['response']]] : []));
  expect(Object.fromEntries(told ?? [])).toEqual({ weather: {}, time: { result: 'noon' }, wind: { result: 'none' } });
});

test.each([
  [`[${CALLS}, {role: tool, tool_call_id: for, content: none}]`, 'input[2].tool_call_id "for" is the id of no tool call that waits for a result', 'write the id of a call of the message before it: "one", "two", "tri"'],
  [`[${CALLS}, {role: tool, tool_call_id: two, content: a}, {role: tool, tool_call_id: two, content: b}]`, 'input[3].tool_call_id "two" is the id of no tool call', 'the message before it: "one", "tri"'],
  ['[{role: user, content: Weather?}, {role: tool, tool_call_id: one, content: none}]', 'input[1].tool_call_id "one" is the id of no tool call', 'give a call of the assistant message before it this id'],
  ['[{role: user, content: Weather?, tool_call_id: one}]', 'tool_call_id belongs to tool messages, not to role user', 'role: tool'],
])('a result that answers no call is told: %s', async (input, message, hint) => {
  const { folder } = await createWorkspace({ 's.yaml': `evalcases:\n  - {id: a, expected_outcome: Greets, input: ${input}}\n` });
  const { stdout, stderr } = await runAssay(['validate', 's.yaml'], { cwd: folder });
  expect(stdout + stderr).toContain(message);
  expect(stdout + stderr).toContain(hint);
});

test('calls without ids are answered in their order, and a conversation that is converted keeps its ids', async () => {
  const { folder } = await createWorkspace({ 's.yaml': `evalcases:\n  - {id: a, expected_outcome: Greets, input: ${SWAPPED}}\n` });
  const { stdout } = await runAssay(['cases', 's.yaml', '--json'], { cwd: folder });
  expect(stdout).toContain('{"role":"tool","content":"none","tool_call_id":"tri"}');
  const { sent } = await askedTarget({ provider: 'openai', input: '[{role: user, content: Q}, {role: assistant, tool_calls: [{tool: a}, {tool: b}]}, {role: tool, tool_call_id: x, content: first}, {role: tool, tool_call_id: y, content: second}]' });
  const messages = sent?.['messages'] as readonly Part[];
  expect(messages.slice(2)).toEqual([{ role: 'tool', tool_call_id: 'call_1', content: 'first' }, { role: 'tool', tool_call_id: 'call_2', content: 'second' }]);
});
