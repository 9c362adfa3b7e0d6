import { visibleText, type PageInfo, type PageLabel, type Verdict } from '@assay/schema';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { NONE } from '../../data/index/run-index.js';
import type { WireManifest, WireRow } from '../../data/row.js';
import type { RunStore } from '../../data/run-store.js';
import type { PageSource } from '../../data/source/page-source.js';
import { ThresholdsOfRun, thresholdsOf } from '../../data/thresholds.js';
import { useLoaded } from '../../data/use-loaded.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { recheckText, rechecksIn } from '../../text/rechecks.js';
import { runCommand } from '../../text/run-command.js';
import { Beside } from './beside.js';
import { CaseHead } from './case-head.js';
import { copyText } from './copy-text.js';
import { FactsPart } from './facts-part.js';
import { LabelPart, VERDICTS } from './label-part.js';
import { REPLY_MODES, replyModes, type ReplyMode } from './reply-part.js';
import { ReplyParts } from './reply-parts.js';
import { Siblings, siblingsOf } from './siblings.js';
import { useSaid } from './use-said.js';

interface Props {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly store: RunStore;
  /** Position of the row that is shown. */
  readonly row: number;
  /** Rows before and after in the table, or {@link NONE}. */
  readonly before: number;
  readonly after: number;
  /** Shows another row, or none any more. */
  readonly onRow: (row: number | undefined) => void;
}

/** One reply with everything that is known of it. */
export function CaseView({ source, info, store, row: position, before, after, onRow }: Props) {
  const place = useRef<HTMLElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<ReplyMode>('rendered');
  const [beside, setBeside] = useState(false);
  const { said, tell, forget } = useSaid();
  const loaded = useLoaded(async (signal) => (await source.rows(store.id, [position], signal))[0], `${store.id}/${position}`);
  const labels = useLoaded(() => source.labels(store.id), store.id);
  const siblings = useMemo(() => siblingsOf(store.index, position), [store.index, store.version, position]);
  const row = loaded.value?.row as unknown as WireRow | undefined;
  // The row that is shown until the next has come is not the one that a verdict would be given to.
  const isThis = loaded.value?.position === position;

  useEffect(() => {
    forget();
    place.current?.scrollTo?.(0, 0);
  }, [position]);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);

  const thresholds = useMemo(() => thresholdsOf(store), [store.run]);
  const manifest = store.run?.manifest as unknown as WireManifest | undefined;
  const rechecks = store.run && rechecksIn(store.run);
  const rechecked = row && recheckText(rechecks, row);
  const onCopy = (): void => {
    if (row !== undefined && manifest !== undefined) void tell(copyText(runCommand(row, manifest)), 'copied');
  };
  const onEdit = (): void => void tell(source.edit(store.id, position), 'opened');
  const onLabel = async (verdict: Verdict | null, note: string): Promise<void> => {
    await source.addLabel(store.id, { position, verdict, note });
    labels.again();
  };
  const ofRow = (labels.value ?? []).filter((label: PageLabel) => label.position === position);
  const go = (to: number): (() => void) | undefined => (to === NONE ? undefined : () => onRow(to));
  const turn = (by: number): void => {
    const to = siblings[siblings.indexOf(position) + by];
    if (to !== undefined) onRow(to);
  };
  const judge = (verdict: Verdict): void => {
    if (info.can.label && isThis) void tell(onLabel(verdict, ofRow.at(-1)?.note ?? ''), `your verdict: ${verdict}`);
  };
  const [fail, borderline, pass] = VERDICTS.map((verdict) => () => judge(verdict));
  const scroll = (by: number): void => place.current?.scrollBy({ top: by });
  useKeys({
    j: go(after),
    k: go(before),
    '[': () => turn(-1),
    ']': () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    ArrowDown: () => scroll(60),
    ArrowUp: () => scroll(-60),
    b: () => setBeside(!beside),
    y: onCopy,
    m: () => setMode(row === undefined ? 'rendered' : (replyModes(row)[(REPLY_MODES.indexOf(mode) + 1) % replyModes(row).length] ?? 'rendered')),
    E: info.can.edit ? onEdit : undefined,
    1: fail,
    2: borderline,
    3: pass,
    n: () => noteField.current?.focus(),
  });

  return (
    <ThresholdsOfRun.Provider value={thresholds}>
      <article ref={place} id={`reply-${position}`} class="case" aria-label="Case" tabIndex={-1}>
        {loaded.problem !== undefined && <Problem problem={loaded.problem} again={loaded.again} />}
        {row === undefined && loaded.problem === undefined && <Notice kind="wait">Reading …</Notice>}
        {row !== undefined && (
          <>
            <CaseHead row={row} canEdit={info.can.edit} said={said} onBefore={go(before)} onAfter={go(after)} onCopy={onCopy} onEdit={onEdit} onClose={() => onRow(undefined)} />
            <Siblings index={store.index} siblings={siblings} row={position} beside={beside} onRow={onRow} onBeside={() => setBeside(!beside)} />
            {rechecked !== undefined && <p class="hint rechecked">{rechecked}</p>}
            {row.error !== undefined && (
              <Notice kind="error">
                <strong>{visibleText(row.error.message)}</strong> {row.error.hint !== undefined && visibleText(row.error.hint)}
              </Notice>
            )}
            {beside && siblings.length > 1 && <Beside source={source} run={store.id} index={store.index} siblings={siblings} row={position} />}
            <ReplyParts row={row} mode={mode} onMode={setMode} explanation={loaded.value?.explanation} />
            <LabelPart key={position} labels={ofRow} canLabel={info.can.label && isThis} noteField={noteField} onLabel={onLabel} />
            <FactsPart row={row} />
          </>
        )}
      </article>
    </ThresholdsOfRun.Provider>
  );
}
