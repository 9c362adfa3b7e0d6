import type { PageInfo, PageLabelling } from '@assay/schema';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { Select } from '../../components/bar/select.js';
import { runHref, trustHref } from '../../data/route/route.js';
import { changeParams } from '../../data/route/use-route.js';
import type { PageSource } from '../../data/source/page-source.js';
import { formatCount, repliesText } from '../../figures/format.js';
import { useKeys, type Keys } from '../../keyboard/use-keys.js';
import { BlindedReply } from './blinded-reply.js';
import { SCORES, WORDS } from './label-words.js';
import { useLabelling } from './use-labelling.js';

interface Props {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly run: string;
  readonly params: URLSearchParams;
}

const STRATA = ['verdict', 'suite', 'target'];

/** Parameters of the address that say how replies are drawn. */
function askedOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(['sample', 'stratify', 'seed'].flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])));
}

/** How replies are drawn: it can be chosen until the first label is there; then more can be drawn. */
function DrawBar({ state: { by, fixed } }: { readonly state: PageLabelling }) {
  const onStrata = (stratify: string): void => changeParams((params) => (stratify === '' ? params.delete('stratify') : params.set('stratify', stratify)));
  if (fixed) return <span class="hint">{by.length === 0 ? 'drawn by lot' : `drawn by lot, by ${by.join(' and ')}`}</span>;
  return <Select label="Drawn by lot, of each" any="By lot among all" value={by.join()} options={[...new Set([...STRATA, ...(by.length > 0 ? [by.join()] : [])])].map((value) => ({ value, text: `As many of each ${value}` }))} onChange={onStrata} />;
}

function Progress({ state: { drawn, left, replies } }: { readonly state: PageLabelling }) {
  return (
    <p class="label-progress" role="status">
      {left === 0 ? `All ${formatCount(drawn)} drawn` : `${formatCount(drawn - left + 1)} of ${formatCount(drawn)} drawn`} <span class="dim">of {repliesText(replies)}</span>
    </p>
  );
}

function Done({ state: { drawn, replies }, run }: { readonly state: PageLabelling; readonly run: string }) {
  const more = Math.min(replies, 2 * drawn);
  return (
    <Notice kind="hint">
      All replies that were drawn have a label.{' '}
      {more > drawn && (
        <button type="button" onClick={() => changeParams((params) => params.set('sample', String(more)))}>
          Draw {formatCount(more)}
        </button>
      )}
      <a class="button" href={trustHref(run)}>
        What labels come to
      </a>
    </Notice>
  );
}

/** Replies that are drawn by lot, one after the other, for a person who judges them by keys. */
export function LabelView({ source, info, run, params }: Props) {
  const { state, problem, busy, said, say, undo, again } = useLabelling(source, run, askedOf(params));
  const [note, setNote] = useState('');
  const noteField = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const next = state?.next ?? null;
  // Before the next reply is seen: else it would take away what is typed at once.
  useLayoutEffect(() => {
    setNote('');
    place.current?.scrollTo(0, 0);
  }, [next?.trial_key, said]);
  const keys: Keys = {
    ...Object.fromEntries([...WORDS, ...SCORES].map(({ key, said: what }) => [key, () => say(what, note)])),
    u: undo,
    n: () => noteField.current?.focus(),
    q: () => location.assign(trustHref(run)),
    Escape: () => location.assign(runHref(run)),
  };
  useKeys(info.can.label ? keys : {});
  if (!info.can.label) return <Problem problem={{ message: 'Replies cannot be labelled here.', hint: 'assay view shows a page that can, where the project is trusted.' }} view={run} runs={info.mode === 'server'} />;
  if (state === undefined) return problem === undefined ? <Notice kind="wait">Drawing …</Notice> : <Problem problem={problem} again={again} view={run} />;
  return (
    <section class="labelling" aria-label="Labelling">
      <header class="label-head">
        <h1>
          Labels of <a href={runHref(run)}>{run}</a>
        </h1>
        <Progress state={state} />
        <DrawBar state={state} />
        <a class="button quiet" href={trustHref(run)}>
          Leave <kbd>q</kbd>
        </a>
      </header>
      {problem !== undefined && <Problem problem={problem} />}
      <div ref={place} class="label-place" tabIndex={0} role="group" aria-label="What is to be judged">
        {next !== null && <h2 class="unseen">What is to be judged</h2>}
        {next === null ? <Done state={state} run={run} /> : <BlindedReply key={next.trial_key} reply={next} />}
      </div>
      <footer class="label-bar">
        {next !== null && (
          <>
            <div class="modes" role="group" aria-label="Your verdict">
              {WORDS.map(({ key, word, said: what, kind }) => (
                <button key={key} type="button" class={`chip ${kind ?? ''}`} disabled={busy} onClick={() => say(what, note)}>
                  <kbd>{key}</kbd> {word}
                </button>
              ))}
            </div>
            <div class="modes" role="group" aria-label="Your score">
              {SCORES.map(({ key, word, said: what }) => (
                <button key={key} type="button" class="quiet" disabled={busy} onClick={() => say(what, note)}>
                  <kbd>{key}</kbd> {word}
                </button>
              ))}
            </div>
            <textarea
              ref={noteField}
              rows={1}
              maxLength={10_000}
              placeholder="note (n)"
              aria-label="Your note"
              value={note}
              onInput={({ currentTarget }) => setNote(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey) return;
                event.preventDefault();
                event.currentTarget.blur();
              }}
            />
          </>
        )}
        <button type="button" class="quiet" disabled={busy || said === 0} onClick={undo}>
          <kbd>u</kbd> take back
        </button>
      </footer>
    </section>
  );
}
