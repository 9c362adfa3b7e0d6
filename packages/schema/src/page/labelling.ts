import type { Verdict } from '../domain/score.js';
import type { ToolCall } from '../domain/tool-call.js';

/**
 * `GET api/runs/ID/labelling?sample=50&stratify=verdict`: what is to be labelled of a run, drawn as `assay label` draws it. What earlier labels
 * of the run were drawn by holds where nothing is asked for.
 */
export interface PageLabelling {
  /** Scored replies that were drawn among. */
  readonly replies: number;
  /** Of these, drawn. */
  readonly drawn: number;
  /** Of these, without a word of anybody, also without "cannot tell". */
  readonly left: number;
  /** What replies are put into strata by; empty for a plain lot. */
  readonly by: readonly string[];
  /** Whether labels that were given have settled how replies are drawn: more of them can be drawn, and no other ones. */
  readonly fixed: boolean;
  /** The reply that is to be judged now; null when all that were drawn have been. */
  readonly next: BlindedReply | null;
}

/** A reply for somebody who is to judge it: nothing of who said it, how it was scored, by whom or why. Keys are as `assay label --json` prints them. */
export interface BlindedReply {
  readonly trial_key: string;
  readonly suite: string;
  readonly case_id: string;
  readonly conversation: readonly { readonly role: string; readonly content: unknown }[];
  /** Absent where the conversation ends with it. */
  readonly reply?: string | undefined;
  readonly tool_calls?: readonly ToolCall[] | undefined;
  /** What was done to the files of a workspace, as a diff; absent where there was none. */
  readonly file_changes?: string | undefined;
  readonly expected_outcome?: string | undefined;
  /** The right answer, where the case has one. */
  readonly reference?: string | undefined;
  /** Lines of rubrics. */
  readonly criteria?: readonly string[] | undefined;
}

/**
 * `POST api/runs/ID/labelling`: a word on a reply that was drawn. One of `verdict`, `score`, `skipped` and `undo` stands there. Answered with
 * {@link PageLabelling}, in which the reply of an `undo` is the next one.
 */
export interface LabellingWord {
  readonly trial_key: string;
  readonly verdict?: Verdict | undefined;
  /** [0, 1]; the verdict follows from it as in the run. */
  readonly score?: number | undefined;
  /** Nobody can tell. */
  readonly skipped?: true | undefined;
  /** Takes back what was said last. */
  readonly undo?: true | undefined;
  readonly note?: string | undefined;
}
