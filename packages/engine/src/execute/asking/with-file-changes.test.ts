import { expect, test } from 'vitest';
import type { TrialWorkspace } from '../../workspace/workspaces.js';
import type { Conversation } from './converse.js';
import { isEmptyReply } from './empty-reply.js';
import { withFileChanges } from './with-file-changes.js';

const NOTHING_SAID = { code: 'empty_reply', message: 'the reply is empty' };
const silent: Conversation = { response: { text: '', messages: [], toolCalls: [], latencyMs: 1 }, input: [], asked: true, nothingSaid: NOTHING_SAID };

test.each([
  ['a change is a reply', 'diff --git a/a b/a\n--- a/a\n+++ b/a', false],
  ['no change is none', '', true],
  ['a remark on what was not looked at is none', '\\ The workspace has so many files that not all of them were looked at', true],
  ['that nobody could look is none', '\\ what was changed in the workspace cannot be told: EIO', true],
])('of an agent that says nothing, %s', async (_, text, isEmpty) => {
  const workspace = { changes: async () => ({ text, warnings: [] }) } as unknown as TrialWorkspace;
  const { response, nothingSaid } = await withFileChanges(silent, workspace);
  expect([response && isEmptyReply(response), nothingSaid]).toEqual([isEmpty, isEmpty ? NOTHING_SAID : undefined]);
  expect(response?.fileChanges).toBe(text);
});
