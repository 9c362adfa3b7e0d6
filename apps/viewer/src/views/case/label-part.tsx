import { visibleText, type PageLabel, type Verdict } from '@assay/schema';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { StateMark } from '../../components/marks/state-mark.js';
import { formatTime } from '../../figures/format.js';
import { Section } from './section.js';

export const VERDICTS: readonly Verdict[] = ['fail', 'borderline', 'pass'];

interface Props {
  /** Of this row, newest last. */
  readonly labels: readonly PageLabel[];
  readonly canLabel: boolean;
  readonly noteField: RefObject<HTMLTextAreaElement | null>;
  readonly onLabel: (verdict: Verdict | null, note: string) => Promise<void>;
}

/** A person's word on a reply. */
export function LabelPart({ labels, canLabel, noteField, onLabel }: Props) {
  const last = labels.at(-1);
  const [note, setNote] = useState(last?.note ?? '');
  const [said, setSaid] = useState('');
  useEffect(() => setNote(last?.note ?? ''), [last?.note]);
  const keep = (verdict: Verdict | null): void => {
    setSaid('…');
    onLabel(verdict, note).then(
      () => setSaid('kept'),
      (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
    );
  };
  if (!canLabel && labels.length === 0) return null;
  return (
    <Section title="Your verdict" aside={<span class="hint" role="status">{said}</span>}>
      {canLabel && (
        <div class="label-form">
          <div class="modes" role="group" aria-label="Your verdict">
            {VERDICTS.map((verdict) => (
              <button key={verdict} type="button" class={`chip ${verdict}`} aria-pressed={last?.verdict === verdict} onClick={() => keep(verdict)}>
                <StateMark state={verdict} word />
              </button>
            ))}
          </div>
          <textarea
            ref={noteField}
            rows={2}
            maxLength={20_000}
            placeholder="note"
            aria-label="Your note"
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
            onBlur={() => note !== (last?.note ?? '') && keep(last?.verdict ?? null)}
          />
        </div>
      )}
      {labels.length > (canLabel ? 1 : 0) && (
        <ol class="labels">
          {labels.map((label, at) => (
            <li key={at}>
              <span class="dim">{formatTime(label.at)}</span> {label.verdict !== null && <StateMark state={label.verdict} word />} {visibleText(label.note)}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
