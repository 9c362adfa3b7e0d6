import { verdictOf, type Label, type ResultRow, type Verdict } from '@assay/schema';
import { textWidth } from '@assay/reports';
import type { LabelItem, LabelTask } from '../labels/label-task.js';
import { labelOf } from '../labels/label-of.js';

/** What a session shows. */
export interface LabelScreen {
  /** A reply that is to be judged. */
  show(row: ResultRow, place: { readonly number: number; readonly of: number; readonly note: string }): void;
  /** A line below it. */
  say(text: string): void;
  /** What can be pressed. */
  sayKeys(): void;
  /** What is being typed for a note, as far as it is. */
  typing(text: string): void;
}

export interface LabelSessionOptions {
  readonly task: Pick<LabelTask, 'left' | 'drawn' | 'verdicts' | 'rowOf'>;
  readonly append: (label: Label) => Promise<void>;
  readonly screen: LabelScreen;
  readonly now: () => Date;
}

/** A person at a terminal, key by key. */
export interface LabelSession {
  begin(): Promise<void>;
  /** Resolves when what the key asks for is done; true when the session is over. Keys have to come one after the other. */
  press(key: string): Promise<boolean>;
  /** Replies that were labelled, less those taken back. */
  readonly labelled: number;
}

const VERDICTS: Readonly<Record<string, Verdict>> = { p: 'pass', b: 'borderline', f: 'fail' };
/** Keys of scores: from 0 to 1 in steps of a quarter. */
const SCORES: Readonly<Record<string, number>> = { 1: 0, 2: 0.25, 3: 0.5, 4: 0.75, 5: 1 };
const KEYS = ['p pass', 'b borderline', 'f fail', '1–5 score 0–1', 's skip', 'n note', 'u undo', 'q quit'];

/** The keys and what they do, in lines of at most so many columns: what a key does stays beside it. */
export function keysText(columns: number): string {
  return KEYS.reduce((text, key) => {
    const fits = textWidth(text.slice(text.lastIndexOf('\n') + 1)) + 2 + textWidth(key) <= columns;
    return `${text}${fits ? '  ' : '\n'}${key}`;
  });
}

const [ENTER, LINE_FEED, ESCAPE, DELETE, BACKSPACE, END] = ['\r', '\n', '\u001B', '\u007F', '\b', '\u0004'] as const;
const LONGEST_NOTE = 10_000;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text without what people see as its last character, with all its accents and joined signs. */
function withoutLast(text: string): string {
  return text.slice(0, characters.segment(text).containing(text.length - 1)?.index ?? 0);
}

/** Labels one reply after the other. Each word is on disk before the next reply is shown. */
export function createLabelSession({ task, append, screen, now }: LabelSessionOptions): LabelSession {
  const { left, drawn, verdicts } = task;
  /** What was said in this session, so that it can be taken back. */
  const said: boolean[] = [];
  let note = '';
  let typed: string | undefined;
  let row: ResultRow | undefined;
  const before = drawn.length - left.length;

  async function show(): Promise<boolean> {
    const item = left[said.length];
    note = '';
    row = undefined;
    if (!item) return true;
    row = await task.rowOf(item.trialKey);
    screen.show(row, { number: before + said.length + 1, of: drawn.length, note });
    return false;
  }

  async function say(what: { readonly verdict: Verdict | null; readonly score?: number; readonly skipped?: boolean }): Promise<boolean> {
    const item: LabelItem | undefined = left[said.length];
    if (!item || !row) return true;
    const { verdict, score, skipped } = what;
    await append(labelOf(row, item.draw, { verdict, score, note, at: now().toISOString(), ...(skipped ? { skipped } : {}) }));
    said.push(verdict !== null);
    return show();
  }

  async function undo(): Promise<boolean> {
    if (said.length === 0) {
      screen.say('there is nothing to take back in this session');
      return false;
    }
    said.pop();
    const item = left[said.length];
    if (item) await append(labelOf(await task.rowOf(item.trialKey), item.draw, { verdict: null, score: undefined, note: '', at: now().toISOString() }));
    return show();
  }

  function type(key: string): void {
    if (typed === undefined) return;
    if (key === ENTER || key === LINE_FEED) {
      note = typed.trim();
      typed = undefined;
      screen.say(note === '' ? 'no note' : 'noted; now the verdict');
    } else if (key === ESCAPE) {
      typed = undefined;
      screen.say('the note is as it was');
    } else {
      if (key === DELETE || key === BACKSPACE) typed = withoutLast(typed);
      else if (key >= ' ' && typed.length < LONGEST_NOTE) typed += key;
      screen.typing(typed);
    }
  }

  return {
    get labelled() {
      return said.filter(Boolean).length;
    },
    async begin() {
      await show();
    },
    async press(key) {
      if (typed !== undefined) {
        if (key === END) return true;
        type(key);
        return false;
      }
      const verdict = VERDICTS[key.toLowerCase()];
      if (verdict !== undefined) return say({ verdict });
      const score = SCORES[key];
      if (score !== undefined) return say({ verdict: verdictOf(score, verdicts), score });
      switch (key.toLowerCase()) {
        case 's':
          return say({ verdict: null, skipped: true });
        case 'u':
          return undo();
        case 'n':
          typed = note;
          screen.typing(typed);
          return false;
        case 'q':
        case END:
          return true;
        default:
          if (key > ' ' && key !== DELETE) screen.sayKeys();
          return false;
      }
    },
  };
}
