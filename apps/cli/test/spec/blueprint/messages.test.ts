import type { Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/index.js';
import { askedTogether, type WhenDone } from '../../support/asked-together.js';
import { assessment, onlyPrompt, pointScores, scoreReplies, targetLine } from '../../support/projects/blueprints.js';
import { scoreTogether } from '../../support/projects/scored-together.js';
import { startChatServer, type ChatServer } from '../../support/servers/chat-server.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** Conversations: how they are written, what is generated in them, and what is assessed. */

async function messagesOf(fields: string): Promise<readonly Message[]> {
  const { cases, findings } = await load('b.yml', { 'b.yml': onlyPrompt(`${fields}\nshould: [Answers.]`) });
  expect(findings).toEqual([]);
  return cases[0]?.inputMessages ?? [];
}

async function errorsOf(messages: string): Promise<readonly string[]> {
  const { findings } = await load('b.yml', { 'b.yml': onlyPrompt(`messages: ${messages}`) });
  return findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

const ROME: readonly Message[] = [
  { role: 'user', content: 'What do you know about Carthage?' },
  { role: 'assistant', content: 'It was a rich city by the sea.' },
  { role: 'user', content: 'Who founded it?' },
];

describe('two ways to write messages', () => {
  test('the formal one: role and content', async () => {
    const written = `messages:
  - role: 'user'
    content: 'What do you know about Carthage?'
  - role: 'assistant'
    content: 'It was a rich city by the sea.'
  - role: 'user'
    content: 'Who founded it?'`;
    expect(await messagesOf(written)).toEqual(ROME);
  });

  test.each(['assistant', 'ai'])('the short one: the role is the key, and %s is the model', async (key) => {
    const written = `messages:
  - user: 'What do you know about Carthage?'
  - ${key}: 'It was a rich city by the sea.'
  - user: 'Who founded it?'`;
    expect(await messagesOf(written)).toEqual(ROME);
  });

  test('assistant: null is a turn to be generated, in its place', async () => {
    const written = "messages:\n  - user: 'A?'\n  - assistant: 'B.'\n  - assistant: null\n  - user: 'And then?'";
    expect(await messagesOf(written)).toEqual([
      { role: 'user', content: 'A?' },
      { role: 'assistant', content: 'B.' },
      { role: 'assistant', content: null },
      { role: 'user', content: 'And then?' },
    ]);
  });

  test.each([
    '[{ user: null }]',
    '[{ role: user, content: null }]',
    '[{ user: "" }]',
    '[{ system: null }, { user: Q }]',
    '[{ role: system, content: "" }, { user: Q }]',
  ])('all other roles need a text: %s is an error', async (messages) => {
    expect(await errorsOf(messages)).not.toEqual([]);
  });

  test.each([['[]', /at least one/u], ['text', /must be a list/u], ['[{ narrator: x }]', /role/u], ['[{ role: narrator, content: x }]', /role/u]])(
    '%s is an error',
    async (messages, message) => {
      expect(await errorsOf(messages)).toEqual([expect.stringMatching(message)]);
    },
  );
});

const ANSWERS = ['Which taxes, and where?', 'Two returns then, one for each state.', 'Keep all receipts.'];

/** Runs conversations, each with a model of its own that gives these answers in turn, and one judge for all of them. */
async function converseAll(conversations: readonly { readonly fields: string; readonly header: string }[], whenDone: WhenDone) {
  const agents = conversations.map((conversation, index) => ({ ...conversation, agent: `agent-${index}`, file: `b${index}.yml` }));
  const requestsTo = (name: string): ChatServer['requests'] => server.requests.filter(({ model }) => model === name);
  const server: ChatServer = await startChatServer(({ model }) => (model === 'judge' ? assessment('FULLY_MET') : (ANSWERS[requestsTo(model).length - 1] ?? { status: 400 })), whenDone);
  const files = {
    ...Object.fromEntries(agents.map(({ file, agent, fields, header }) => [file, onlyPrompt(fields, `models: [${agent}]\n${header}`)])),
    '.assay/targets.yaml': `targets:\n${['judge', ...agents.map(({ agent }) => agent)].map((name) => targetLine(name, server.url)).join('')}`,
  };
  const workspace = await createWorkspace(files, whenDone);
  await evaluate({ files: agents.map(({ file }) => file), cwd: workspace.folder, env: {}, judges: ['judge'], maxRetries: 0 });
  const rows = await workspace.rows();
  return agents.map(({ agent }) => ({
    row: rows.find(({ target }) => target === agent),
    sent: requestsTo(agent).map(({ messages }) => messages.map(({ role, content }) => `${role}: ${String(content)}`)),
    judged: requestsTo('judge').map(({ text }) => text),
  }));
}

const conversation = askedTogether(converseAll);

/** One conversation: its row, what its model was sent, and what the judge was asked in the whole run. */
async function converse(fields: string, header = '') {
  const { row, ...others } = await conversation({ fields, header });
  return { ...others, row: row ?? expect.fail('there is no row') };
}

const TAXES = `messages:
  - user: I need help with taxes.
  - assistant: null
  - user: I moved to another state in May.
  - assistant: null
  - user: What else?`;

describe.concurrent('turns that are generated', () => {
  test('each assistant: null is answered in order, with all that was said before; a user’s last word is answered too', async () => {
    const { sent, row } = await converse(`${TAXES}
should:
  - Asks something back before it advises.
  - $word_count_between: [10, 500]
should_not:
  - $matches: "(?i)not a (financial|tax) advisor"`);
    const [first = '', second = '', third = ''] = ANSWERS;
    const one = ['user: I need help with taxes.'];
    const two = [...one, `assistant: ${first}`, 'user: I moved to another state in May.'];
    expect(sent).toEqual([one, two, [...two, `assistant: ${second}`, 'user: What else?']]);
    expect(row).toMatchObject({ score: 1, status: 'ok' });
    expect(row.transcript).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: first, generated: true },
      { role: 'user', content: 'I moved to another state in May.' },
      { role: 'assistant', content: second, generated: true },
      { role: 'user', content: 'What else?' },
      { role: 'assistant', content: third, generated: true },
    ]);
  });

  test('what is assessed is all of the generated turns together, and none of the authored ones', async () => {
    const { row } = await converse(`messages:
  - user: Taxes?
  - assistant: I am an old hand.
  - user: Help.
  - assistant: null
  - user: More?
should:
  - $contains: Which taxes
  - $contains: Two returns
  - $not_contains: old hand
  - $matches: "Which taxes[\\\\s\\\\S]*Two returns"
  - $js: "r.startsWith('Which') && r.endsWith('each state.')"`);
    expect(row.evaluators[0]?.points?.map(({ score }) => score)).toEqual([1, 1, 1, 1, 1]);
  });

  test('a null at the end is the same as a user’s last word', async () => {
    const [explicit, implicit] = await Promise.all([
      converse(`${TAXES}\n  - assistant: null\nshould: [{ $contains: receipts }]`),
      converse(`${TAXES}\nshould: [{ $contains: receipts }]`),
    ]);
    expect(explicit.sent).toEqual(implicit.sent);
    expect(explicit.row.output?.text).toBe(implicit.row.output?.text);
    expect(explicit.row.score).toBe(1);
  });

  test('a conversation that ends in an authored answer is not generated: that answer is assessed', async () => {
    const { sent, row } = await converse('messages:\n  - user: Taxes?\n  - assistant: Ask the office.\nshould: [{ $contains: the office }]');
    expect(sent).toEqual([]);
    expect(row).toMatchObject({ score: 1, output: { text: 'Ask the office.' } });
  });

  test('with turns generated before an authored end, those are assessed', async () => {
    const { sent, row } = await converse('messages:\n  - user: Taxes?\n  - assistant: null\n  - user: So?\n  - assistant: Ask the office.\nshould:\n  - $contains: Which taxes\n  - $not_contains: the office');
    expect(sent).toHaveLength(1);
    expect(row.score).toBe(1);
  });

  // Alone in its run, in which all that the judge is asked is about it.
  test.sequential('judges see the whole conversation, with marks that tell who said what and which turns were generated', async () => {
    const { judged } = await converse(`messages:
  - system: You advise.
  - user: Taxes?
  - assistant: I am an old hand.
  - user: Help.
  - assistant: null
  - user: More?
should: [Is kind.]`);
    expect(judged).toHaveLength(1);
    expect(judged[0]).toMatch(
      /\[System\]:\s+You advise\.[\s\S]*\[User\]:\s+Taxes\?[\s\S]*\[Assistant\]:\s+I am an old hand\.[\s\S]*\[User\]:\s+Help\.[\s\S]*\[Assistant, generated\]:\s+Which taxes, and where\?[\s\S]*\[User\]:\s+More\?[\s\S]*Two returns then/u,
    );
  });

  test('the system prompt of the header comes first in every request, unless the conversation begins with its own', async () => {
    const { sent } = await converse(`${TAXES}\nshould: [{ $contains: a }]`, 'system: Be brief.');
    expect(sent.map(([first]) => first)).toEqual(['system: Be brief.', 'system: Be brief.', 'system: Be brief.']);
    const own = await converse('messages:\n  - system: Be long.\n  - user: Taxes?\nshould: [{ $contains: a }]', 'system: Be brief.');
    expect(own.sent).toEqual([['system: Be long.', 'user: Taxes?']]);
  });
});

describe('conversations whose replies exist already', () => {
  const POINTS = 'should:\n  - $word_count_between: [4, 4]\n  - $contains: Which taxes\n  - $contains: Two returns\n  - $tool_call_count_between: [1, 1]\n  - Is kind.';

  test.concurrent.each<[string, Readonly<Record<string, unknown>>]>([
    ['as one text', { text: 'Which taxes?\n\nTwo returns.\nTOOL_CALL {"name":"file"}' }],
    ['turn by turn', { output_messages: [{ content: 'Which taxes?' }, { content: 'Two returns.', tool_calls: [{ tool: 'file', input: {} }] }] }],
    ['with what was said between', { output_messages: [{ content: 'Which taxes?' }, { role: 'user', content: 'All.' }, { content: 'Two returns.', tool_calls: [{ tool: 'file', input: {} }] }] }],
  ])('are assessed once, whatever is generated in them: %s', async (_name, reply) => {
    const points = 'text' in reply ? POINTS.replace('[4, 4]', '[4, 6]') : POINTS;
    const conversations = [TAXES, `${TAXES}\n  - assistant: null`, `${TAXES}\n  - assistant: Ask the office.`];
    const scored = await Promise.all(conversations.map((messages) => scoreTogether(onlyPrompt(`${messages}\n${points}`), { only: reply }, { kind: 'FULLY_MET' })));
    for (const { row } of scored) expect(pointScores(row('only'))).toEqual([1, 1, 1, 1, 1]);
  });

  test('one recorded turn for each open one: they stand in their places, for scripts and for judges', async () => {
    const points = 'should:\n  - $js: context.messages.map(({ content }) => content).join("|") === "I need help with taxes.|Which?|I moved to another state in May.|When?|What else?|Done."\n  - Is kind.';
    const reply = { output_messages: [{ content: 'Which?' }, { content: 'When?' }, { content: 'Done.' }] };
    const { row, asked } = await scoreReplies(onlyPrompt(`${TAXES}\n${points}`, 'system: Be brief.'), { only: reply }, { kind: 'FULLY_MET' });
    expect(pointScores(row('only'))).toEqual([1, 1]);
    expect(asked[0]?.text).toMatch(/taxes\.[\s\S]*generated\]:\s+Which\?[\s\S]*May\.[\s\S]*generated\]:\s+When\?[\s\S]*What else\?/u);
    expect(row('only').output?.text).toBe('Which?\n\nWhen?\n\nDone.');
    expect(row('only').transcript?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
  });
});
