import type { TrialWorkspace } from '../../workspace/workspaces.js';
import type { Conversation } from './converse.js';
import { hasFileChanges } from './empty-reply.js';

/** A conversation with what the target did to the files of its workspace, if it had one. An agent that works and says nothing has replied. */
export async function withFileChanges(conversation: Conversation, workspace: TrialWorkspace | undefined): Promise<Conversation> {
  const { response, failure, nothingSaid } = conversation;
  if (!workspace || !response || failure || !conversation.asked) return conversation;
  const { text, warnings } = await workspace.changes();
  const told = warnings.length === 0 ? {} : { warnings: [...(response.warnings ?? []), ...warnings] };
  return { ...conversation, response: { ...response, fileChanges: text, ...told }, nothingSaid: hasFileChanges(text) ? undefined : nothingSaid };
}
