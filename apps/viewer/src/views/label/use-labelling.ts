import type { BlindedReply, LabellingWord, PageLabelling } from '@assay/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageSource } from '../../data/source/page-source.js';
import { SourceError } from '../../data/source/source-error.js';

export interface Labelling {
  readonly state: PageLabelling | undefined;
  readonly problem: { readonly message: string; readonly hint?: string | undefined } | undefined;
  /** Whether a word is on its way: until it is kept nothing else is said. */
  readonly busy: boolean;
  /** Replies that a word was said of since the page was opened, last one last. */
  readonly said: number;
  /** Says a word on the reply that is shown. */
  readonly say: (what: Pick<LabellingWord, 'verdict' | 'score' | 'skipped'>, note: string) => void;
  /** Takes the last word back, and shows its reply again. */
  readonly undo: () => void;
  readonly again: () => void;
}

/** What is drawn of a run, reply by reply. Each word is on disk before the next reply is shown. */
export function useLabelling(source: PageSource, run: string, asked: URLSearchParams): Labelling {
  const [state, setState] = useState<PageLabelling>();
  const [problem, setProblem] = useState<Labelling['problem']>();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const said = useRef<readonly BlindedReply['trial_key'][]>([]);
  // A key that is pressed twice comes before the page is drawn anew.
  const waits = useRef<Promise<void> | undefined>(undefined);

  async function take(asking: Promise<PageLabelling>, after: () => void): Promise<void> {
    setBusy(true);
    try {
      const found = await asking;
      after();
      setProblem(undefined);
      setState(found);
    } catch (error) {
      setProblem(error instanceof SourceError ? error : { message: String(error) });
    } finally {
      waits.current = undefined;
      setBusy(false);
    }
  }

  function unsay(): void {
    const key = said.current.at(-1);
    if (waits.current !== undefined || key === undefined) return;
    waits.current = take(source.label(run, { trial_key: key, undo: true }), () => (said.current = said.current.slice(0, -1)));
  }

  useEffect(() => {
    waits.current = take(source.labelling(run, asked), () => undefined);
  }, [run, asked.toString(), round]);

  return {
    state,
    problem,
    busy,
    said: said.current.length,
    say(what, note) {
      const key = state?.next?.trial_key;
      // What is shown may be another reply in a moment: a word on that one is nobody's.
      if (waits.current !== undefined || key === undefined) return;
      waits.current = take(source.label(run, { trial_key: key, ...what, note: note.trim() }), () => (said.current = [...said.current, key]));
    },
    undo() {
      // A slip is noticed at once, and may not be kept yet.
      void (waits.current ?? Promise.resolve()).then(unsay);
    },
    again: () => setRound((before) => before + 1),
  };
}
