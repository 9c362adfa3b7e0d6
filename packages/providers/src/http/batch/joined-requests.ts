import type { BatchRequests } from '@assay/schema';
import type { StreamedBody } from '../json-call.js';

/** Lines go out in pieces of about so many characters. */
const PIECE = 32 * 1024;

interface Joints {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** A body of the lines of a batch and what stands around them, which is put together as it is sent. */
export function joinedRequests(requests: BatchRequests, { before, between, after }: Joints): StreamedBody {
  const bytes = Buffer.byteLength(before) + requests.bytes + (requests.count - 1) * Buffer.byteLength(between) + Buffer.byteLength(after);
  return {
    bytes,
    async *pieces() {
      let piece = before;
      let joint = '';
      for await (const line of requests) {
        piece += joint + line;
        joint = between;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
      }
      yield piece + after;
    },
  };
}
