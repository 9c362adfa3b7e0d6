import type { ErrorInfo, JobRefusal } from '@assay/schema';
import type { Signer } from '../signing/signer.js';

/** Code of a refusal: the trial is as if it had not begun, and whoever takes it next may do it. */
export const RELEASED = 'released';
/** Code of a refusal: the worker had no place for the trial. */
export const RETURNED = 'returned';

/** Code of a refusal: a request of the trial was refused its room in the budget. */
export const SPENT = 'budget';

/** A refusal, as JSON in its answer. */
export interface Refusal extends Pick<JobRefusal, 'lacks'> {
  readonly error: ErrorInfo;
  /** As JSON. */
  readonly row?: string | undefined;
}

/** What comes of a trial. */
export interface Answer {
  /** A row, or why there is none; before these, what became of room in the budget that a request held. */
  readonly kind: 'row' | 'refusal' | 'paid';
  /** The bundle in the queue, and the place of the job in it. */
  readonly bundleId: string;
  readonly index: number;
  /** Digest of the job that it answers. */
  readonly digest: string;
  /** The row, the error or the payment, as JSON. */
  readonly text: string;
}

/** Answers that stand in the stream of a run together. */
export interface AnswerBatch {
  readonly runId: string;
  readonly workerId: string;
  readonly answers: readonly Answer[];
}

const FIELDS = ['worker', 'answers', 'signature'] as const;

/** JSON has no line breaks of its own, so that each answer is one line. */
function encodeAnswer({ kind, bundleId, index, digest, text }: Answer): string {
  return `${kind} ${bundleId} ${index} ${digest} ${text}`;
}

const LINE = /^(?<kind>row|refusal|paid) (?<bundleId>\S+) (?<index>\d+) (?<digest>\S+) /u;

function decodeAnswer(line: string): Answer | undefined {
  const match = LINE.exec(line);
  if (!match?.groups) return undefined;
  const { kind, bundleId = '', index, digest = '' } = match.groups;
  return { kind: kind as Answer['kind'], bundleId, index: Number(index), digest, text: line.slice(match[0].length) };
}

/** The fields of an entry in a stream, signed. */
export function answerFields({ runId, workerId, answers }: AnswerBatch, signer: Signer): readonly string[] {
  const body = answers.map(encodeAnswer).join('\n');
  const values = [workerId, body, signer.sign('answers', [runId, workerId, body])];
  return FIELDS.flatMap((field, index) => [field, values[index] ?? '']);
}

/** The answers of an entry in the stream of a run; undefined for what is not signed for it. */
export function answersOf(fields: readonly string[], runId: string, signer: Signer): AnswerBatch | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) values.set(fields[at] ?? '', fields[at + 1] ?? '');
  const [workerId = '', body = '', signature] = FIELDS.map((field) => values.get(field));
  if (!signer.isSigned('answers', [runId, workerId, body], signature)) return undefined;
  const answers = body.split('\n').map(decodeAnswer);
  return answers.includes(undefined) ? undefined : { runId, workerId, answers: answers as readonly Answer[] };
}
