import { visibleText, type BlindedReply as Blinded } from '@assay/schema';
import { Markdown } from '../../components/text/markdown.js';
import type { WireMessage } from '../../data/row.js';
import { Conversation } from '../case/conversation.js';
import { FileChanges } from '../case/file-changes.js';
import { Section } from '../case/section.js';
import { ToolCalls } from '../case/tool-calls.js';

/** A reply with what it is compared with, and nothing of who said it or how it was scored. */
export function BlindedReply({ reply: { conversation, reply, tool_calls: calls = [], file_changes: changes, expected_outcome: expected, reference, criteria = [] } }: { readonly reply: Blinded }) {
  return (
    <div class="blinded">
      <Section title="Conversation">
        <Conversation messages={conversation as readonly WireMessage[]} raw={false} />
      </Section>
      {(reply !== undefined || calls.length > 0) && (
        <Section title="Reply">
          {reply === '' && calls.length === 0 && <p class="hint">The reply is empty.</p>}
          {reply !== undefined && reply !== '' && (
            <div class="reply">
              <Markdown text={reply} />
            </div>
          )}
          {calls.length > 0 && <ToolCalls calls={calls} />}
        </Section>
      )}
      <FileChanges changes={changes} />
      {expected !== undefined && expected !== '' && (
        <Section title="Expected">
          <p class="as-written">{visibleText(expected)}</p>
        </Section>
      )}
      {reference !== undefined && (
        <Section title="Right answer">
          <p class="as-written">{visibleText(reference)}</p>
        </Section>
      )}
      {criteria.length > 0 && (
        <Section title="Criteria">
          <ul class="criteria">
            {criteria.map((line, at) => (
              <li key={at}>{visibleText(line)}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
