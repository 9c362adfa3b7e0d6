import { visibleText } from '@assay/schema';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DataView } from '../../components/text/data-view.js';
import type { WireToolCall } from '../../data/row.js';
import { formatDuration } from '../../figures/format.js';

const MOST = 500;

/** What a call was given, on one line. */
function summaryOf(input: unknown): string {
  if (input === undefined) return '';
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return text.length > 120 ? `${text.slice(0, 120)} …` : text;
}

/** A bar from where a call began to where it ended, in shares of all calls. */
function Bar({ from, share }: { readonly from: number; readonly share: number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    bar.current?.style.setProperty('margin-left', `${(from * 100).toFixed(2)}%`);
    bar.current?.style.setProperty('width', `${Math.max(0.5, share * 100).toFixed(2)}%`);
  }, [from, share]);
  return (
    <span class="time-line" aria-hidden="true">
      <span ref={bar} class="time-bar" />
    </span>
  );
}

/** The calls of tools on a time line: one behind the other, each as long as it took. */
export function ToolCalls({ calls }: { readonly calls: readonly WireToolCall[] }) {
  const durations = calls.map(({ duration_ms: ms }) => ms ?? 0);
  const total = durations.reduce((sum, ms) => sum + ms, 0);
  let before = 0;
  return (
    <ol class="tool-calls">
      {calls.slice(0, MOST).map((call, at) => {
        const from = before;
        before += durations[at] ?? 0;
        return (
          <li key={call.id ?? at}>
            <details>
              <summary>
                <span class="tool-name">{visibleText(call.tool)}</span> <span class="dim tool-input">{visibleText(summaryOf(call.input))}</span>
                {call.duration_ms !== undefined && <span class="meta">{formatDuration(call.duration_ms)}</span>}
              </summary>
              {call.input !== undefined && (
                <>
                  <h4>Input</h4>
                  <DataView value={call.input} />
                </>
              )}
              <h4>Result</h4>
              {call.output === undefined ? <p class="hint">none is known</p> : <DataView value={call.output} />}
            </details>
            {total > 0 && <Bar from={from / total} share={(durations[at] ?? 0) / total} />}
          </li>
        );
      })}
      {calls.length > MOST && <li class="hint">{calls.length - MOST} calls more</li>}
    </ol>
  );
}
