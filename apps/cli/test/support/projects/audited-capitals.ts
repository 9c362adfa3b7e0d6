import type { ChatRequest } from '../servers/chat-server.js';
import { CAPITALS } from './capitals.js';

/** What a judge says of a reply that passes, or does not. */
export const grade = (passes: boolean): string => JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });

/** The reply that a judge is shown. */
export const replyIn = ({ text }: ChatRequest): string => /<(response|candidate-turns)-([0-9a-f]+)>\n([\s\S]*)\n<\/\1-\2>/u.exec(text)?.[3] ?? '';

/** Whether it is right: the capital of the country that was asked about is said, and not denied. */
export function isRight(request: ChatRequest): boolean {
  const country = /capital of (\w+)/u.exec(request.text)?.[1] as keyof typeof CAPITALS;
  return replyIn(request).includes(CAPITALS[country]) && !replyIn(request).includes('is false');
}

/** What the command prints as JSON. */
export interface Printed {
  readonly cases: number;
  readonly replies: number;
  readonly location: string;
  readonly gate: { exit_code: number; reasons: string[] };
  readonly judges: readonly { id: string; lost: number; false_accepts: Figure; false_rejects: Figure; steered: Figure; padded: Figure; reordered: Figure; noise: Figure; flips: Figure; probes: { probe: string; passed: Figure }[] }[];
}

interface Figure {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly labels: number;
}
