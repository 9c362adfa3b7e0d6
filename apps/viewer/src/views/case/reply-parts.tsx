import { visibleText } from '@assay/schema';
import type { WireRow } from '../../data/row.js';
import { Conversation } from './conversation.js';
import { FileChanges } from './file-changes.js';
import { ReplyPart, type ReplyMode } from './reply-part.js';
import { EvaluatorTree } from './scores/evaluator-tree.js';
import { Section } from './section.js';
import { ToolCalls } from './tool-calls.js';

interface Props {
  readonly row: WireRow;
  readonly mode: ReplyMode;
  readonly onMode: (mode: ReplyMode) => void;
  /** How the score came about, as text. */
  readonly explanation: string | undefined;
}

/** What was said and done in a trial, how it was scored, and what was expected. */
export function ReplyParts({ row, mode, onMode, explanation }: Props) {
  return (
    <>
      <Section title="Conversation">
        <Conversation messages={row.transcript ?? row.input} raw={mode === 'raw'} />
      </Section>
      <ReplyPart row={row} mode={mode} onMode={onMode} />
      {row.output !== null && row.output.tool_calls.length > 0 && (
        <Section title="Tools">
          <ToolCalls calls={row.output.tool_calls} />
        </Section>
      )}
      <FileChanges changes={row.output?.file_changes} />
      <Section title="Scores">
        {row.evaluators.length === 0 ? <p class="hint">Nothing was scored.</p> : <EvaluatorTree results={row.evaluators} />}
        <details>
          <summary class="dim">The arithmetic as text</summary>
          <pre class="raw data" tabIndex={0}>{explanation}</pre>
        </details>
      </Section>
      {(row.expected_outcome !== undefined || row.reference !== undefined) && (
        <Section title="Expected">
          {row.expected_outcome !== undefined && <p>{visibleText(row.expected_outcome)}</p>}
          {row.reference !== undefined && row.reference !== row.expected_outcome && <pre class="raw">{visibleText(row.reference)}</pre>}
        </Section>
      )}
    </>
  );
}
