import type { JsonValue, UnscoredError } from '@assay/schema';

/** A pattern by source and flags. */
type WrittenPattern = readonly [source: string, flags: string];

/** What a thread can do: what it needs, and what it gives. */
export interface Tasks {
  /** Whether each of the patterns matches the text anywhere. */
  readonly match: { readonly input: readonly [text: string, ...patterns: WrittenPattern[]]; readonly output: readonly boolean[] };
  /** What values have against a schema, which is a text of JSON; its patterns by how they are written there. Without a value the schema is only read. */
  readonly schema: {
    readonly input: readonly [schema: string, patterns: Readonly<Record<string, WrittenPattern>>, ...value: JsonValue[]];
    readonly output: readonly string[];
  };
  /** A template of Liquid, filled in. `fence` is one with its name, code and text replaced by letters. */
  readonly template: {
    readonly input: { readonly text: string; readonly variables: Readonly<Record<string, string | Readonly<Record<string, string>>>>; readonly code: string; readonly fence: string };
    readonly output: string;
  };
}

export type Task = { readonly [Name in keyof Tasks]: { readonly task: Name; readonly input: Tasks[Name]['input'] } }[keyof Tasks];
/** What a task gave, or in words why it gave nothing. */
export type ThreadAnswer = { readonly output: Tasks[keyof Tasks]['output'] } | { readonly message: string };

/** `late` when the time is over, else why there is no answer. */
export type ThreadFailure = (why: 'late' | { readonly message: string }) => UnscoredError;

/** A task that waits for its answer. */
export interface Pending {
  readonly job: Task;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly failure: ThreadFailure;
  readonly resolve: (output: Tasks[keyof Tasks]['output']) => void;
  readonly reject: (error: unknown) => void;
}
