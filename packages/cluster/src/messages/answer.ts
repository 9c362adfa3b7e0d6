import type { Signer } from '../signing/signer.js';

/** What comes of a job, as it stands in the stream of a run. */
export interface Answer {
  /** A row, or why there is none. */
  readonly kind: 'row' | 'refusal';
  readonly runId: string;
  readonly jobId: string;
  readonly workerId: string;
  /** Digest of the job that it answers. */
  readonly digest: string;
  /** The row, or the error, as JSON. */
  readonly text: string;
}

const FIELDS = ['kind', 'job', 'worker', 'digest', 'text', 'signature'] as const;

function parts({ runId, jobId, workerId, digest, text }: Omit<Answer, 'kind'>): readonly string[] {
  return [runId, jobId, workerId, digest, text];
}

/** The fields of an entry in a stream, signed. */
export function answerFields(answer: Answer, signer: Signer): readonly string[] {
  const { kind, jobId, workerId, digest, text } = answer;
  const values = [kind, jobId, workerId, digest, text, signer.sign(kind, parts(answer))];
  return FIELDS.flatMap((field, index) => [field, values[index] ?? '']);
}

/** The answer of an entry in the stream of a run; undefined for one that is not signed for it. */
export function answerOf(fields: readonly string[], runId: string, signer: Signer): Answer | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) values.set(fields[at] ?? '', fields[at + 1] ?? '');
  const [kind = '', jobId = '', workerId = '', digest = '', text = '', signature] = FIELDS.map((field) => values.get(field));
  if (kind !== 'row' && kind !== 'refusal') return undefined;
  const answer = { kind, runId, jobId, workerId, digest, text } as const;
  return signer.isSigned(kind, parts(answer), signature) ? answer : undefined;
}
