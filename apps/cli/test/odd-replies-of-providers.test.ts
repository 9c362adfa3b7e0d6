import { defineProvider, type ProviderResponse, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: not_tool_called, value: pay }] }\n';

/** The row of a case that no call of a tool may be in, answered by a provider of a program. */
async function rowOf(odd: object) {
  const reply = { text: 'hi', messages: [{ role: 'assistant', content: 'hi' }], toolCalls: [], latencyMs: 1, ...odd } as ProviderResponse;
  const mine = defineProvider({ name: 'mine', description: 'Answers.', options: v.object({}), examples: [], create: () => ({ name: 'mine:m', generate: async () => reply }) as never });
  const { folder } = await createWorkspace({ 's.yaml': SUITE });
  const rows: ResultRow[] = [];
  await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mine:m'], providers: [mine], onRow: (row) => rows.push(row) });
  return rows[0];
}

describe('calls and turns of a reply that cannot be read leave it unscored, and are told: to leave them out could be a pass', () => {
  test.each<[object, string]>([
    [{ toolCalls: 'pay' }, 'toolCalls that cannot be: it has to be a list, not "pay"'],
    [{ toolCalls: { tool: 'pay' } }, 'toolCalls that cannot be: it has to be a list, not a mapping'],
    [{ toolCalls: ['pay'] }, 'toolCalls[0] that cannot be: it has to be an object, not "pay"'],
    [{ toolCalls: [{ tool: 'a' }, { name: 'pay' }] }, 'toolCalls[1].tool that cannot be: it has to be a text, not nothing'],
    [{ messages: 'hi' }, 'messages that cannot be: it has to be a list, not "hi"'],
    [{ messages: [null] }, 'messages[0] that cannot be: it has to be an object, not nothing'],
    [{ messages: [{ role: 'bot', content: 'hi' }] }, 'messages[0].role that cannot be: it has to be system, user, assistant or tool, not "bot"'],
    [{ messages: [{ role: 'assistant', content: 5 }] }, 'messages[0].content that cannot be: it has to be a text, a list or an object, not the number 5'],
    [{ messages: [{ role: 'assistant', toolCalls: [{}] }] }, 'messages[0].toolCalls[0].tool that cannot be: it has to be a text, not nothing'],
  ])('%j', async (odd, said) => {
    expect(await rowOf(odd)).toMatchObject({ score: null, verdict: null, error: { code: 'bad_reply', message: `target "mine:m" gave a reply with ${said}`, hint: 'its provider has to return { text, messages, toolCalls, latencyMs }' } });
  });

  test.each([{ toolCalls: undefined }, { toolCalls: null }, { messages: undefined }, { messages: null }])('%j is none', async (absent) => {
    expect(await rowOf(absent)).toMatchObject({ score: 1, verdict: 'pass' });
  });
});
