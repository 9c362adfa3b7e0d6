import { useMemo } from 'preact/hooks';
import { DiffText } from '../../components/text/diff-text.js';
import { MarkedText } from '../../components/text/marked-text.js';
import { Markdown } from '../../components/text/markdown.js';
import type { WireRow } from '../../data/row.js';
import { soughtTexts } from '../../text/sought-texts.js';
import { Section } from './section.js';

export const REPLY_MODES = ['rendered', 'raw', 'expected'] as const;
export type ReplyMode = (typeof REPLY_MODES)[number];
const MODE_WORDS: Record<ReplyMode, string> = { rendered: 'Rendered', raw: 'Raw', expected: 'Against expected' };

/** The ways in which a reply can be shown. */
export const replyModes = ({ reference }: WireRow): readonly ReplyMode[] => (reference === undefined ? ['rendered', 'raw'] : REPLY_MODES);

interface Props {
  readonly row: WireRow;
  readonly mode: ReplyMode;
  readonly onMode: (mode: ReplyMode) => void;
}

/** What the target answered. */
export function ReplyPart({ row, mode, onMode }: Props) {
  const modes = replyModes(row);
  const shown = modes.includes(mode) ? mode : 'rendered';
  const text = row.output?.text ?? '';
  const sought = useMemo(() => soughtTexts(row.evaluators), [row]);
  const marked = (plain: string) => <MarkedText text={plain} sought={sought} raw={shown === 'raw'} />;
  const reason = row.output?.finish_reason;
  return (
    <Section
      title="Reply"
      aside={
        <div class="modes" role="group" aria-label="How the reply is shown">
          {modes.map((one) => (
            <button key={one} type="button" class="quiet" aria-pressed={one === shown} onClick={() => onMode(one)}>
              {MODE_WORDS[one]}
            </button>
          ))}
        </div>
      }
    >
      {row.output === null && <p class="hint">The target gave no reply.</p>}
      {row.output !== null && text === '' && <p class="hint">{row.output.tool_calls.length > 0 ? 'No text; it called tools.' : 'The reply is empty.'}</p>}
      {reason !== undefined && reason !== 'stop' && reason !== 'tool_calls' && <p class="bad">It ended for another reason than being done: {reason}.</p>}
      {text !== '' && shown === 'rendered' && (
        <div class="reply">
          <Markdown text={text} show={marked} />
        </div>
      )}
      {text !== '' && shown === 'raw' && <pre class="raw reply">{marked(text)}</pre>}
      {shown === 'expected' && row.reference !== undefined && <DiffText from={row.reference} to={text} fromLabel="what is expected" toLabel="the reply" />}
    </Section>
  );
}
