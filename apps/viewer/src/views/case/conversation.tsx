import { visibleText } from '@assay/schema';
import { Markdown } from '../../components/text/markdown.js';
import { DataView } from '../../components/text/data-view.js';
import type { WireMessage } from '../../data/row.js';
import { contentText } from '../../text/message-text.js';
import { ToolCalls } from './tool-calls.js';

/** Longer messages are folded. */
const LONG = 1500;

function Content({ message, raw }: { readonly message: WireMessage; readonly raw: boolean }) {
  const { content } = message;
  const text = contentText(content);
  if (text === '') return null;
  const isData = typeof content === 'object' && content !== null && text.startsWith('{');
  const body = isData ? <DataView value={content} /> : raw ? <pre class="raw">{visibleText(text)}</pre> : <Markdown text={text} />;
  if (text.length <= LONG) return body;
  return (
    <details>
      <summary>
        {visibleText(text.slice(0, 140).replaceAll(/\s+/gu, ' '))} … <small>{text.length.toLocaleString('en')} characters</small>
      </summary>
      {body}
    </details>
  );
}

interface Props {
  readonly messages: readonly WireMessage[];
  readonly raw: boolean;
}

/** Messages, as they were sent and came back. */
export function Conversation({ messages, raw }: Props) {
  return (
    <ol class="messages">
      {messages.map((message, at) => (
        <li key={at} class={`message ${message.role}`}>
          <span class="role">
            {message.role}
            {message.name !== undefined && ` · ${visibleText(message.name)}`}
            {message.generated === true && ' · generated'}
          </span>
          <div class="message-body">
            <Content message={message} raw={raw} />
            {message.tool_calls !== undefined && message.tool_calls.length > 0 && <ToolCalls calls={message.tool_calls} />}
          </div>
        </li>
      ))}
    </ol>
  );
}
