import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { paidOf, paidValues, type PaidAmount } from './paid-amount.js';
import type { RequestId } from './request-id.js';

/** Changed when a line means something else than before. */
const JOURNAL_VERSION = 1;

/** A batch, as it is written down before it is submitted. */
export interface BatchRecord {
  /** Unique, and in the ids of its requests. */
  readonly name: string;
  /** Name of the target that is asked. */
  readonly target: string;
  /** Digest of what the target stands for; undefined for one that has none. */
  readonly identity?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** In the order in which they are submitted. */
  readonly requests: readonly PaidRequest[];
}

/** A request of a batch. */
export interface PaidRequest extends RequestId {
  /** What of a budget was settled for it; undefined where nothing limits that. */
  readonly paid?: PaidAmount | undefined;
}

/**
 * What happened to the batches of a run, in its order:
 * - `batch`: it is about to be submitted;
 * - `submitted`: it has arrived, and is found by its handle;
 * - `unheard`: its submission ended at that time, in milliseconds since the epoch, and nobody heard whether it has arrived;
 * - `lost`: it has not arrived, and its requests are asked again;
 * - `full`: it failed since the account has no room for it, and its requests are asked again, fewer at a time;
 * - `gone`: it is not there any more, and its requests are asked again; nobody knows what it cost;
 * - `collected`: all its results are stored;
 * - `over`: a trial has a row without a verdict, and asks anew when it is run again. `replies` is the size of what is stored of
 *   replies then, in bytes;
 * - `compared`: a comparison of several replies has all that it was to find, and that is stored.
 */
export type JournalEvent =
  | ({ readonly type: 'batch' } & BatchRecord)
  | { readonly type: 'submitted'; readonly name: string; readonly handle: string }
  | { readonly type: 'unheard'; readonly name: string; readonly at: number }
  | { readonly type: 'lost' | 'full' | 'gone' | 'collected'; readonly name: string }
  | { readonly type: 'over'; readonly asker: string; readonly replies: number }
  | { readonly type: 'compared'; readonly asker: string };

function encode(event: JournalEvent): JsonObject {
  switch (event.type) {
    case 'batch': {
      const { name, target, identity, since, requests } = event;
      const listed = requests.map(({ asker, content, n, paid }): JsonValue => [asker, content, n, ...(paid ? paidValues(paid) : [])]);
      return { version: JOURNAL_VERSION, type: 'batch', name, target, identity: identity ?? null, since: new Date(since).toISOString(), requests: listed };
    }
    case 'submitted':
      return { type: event.type, name: event.name, handle: event.handle };
    case 'unheard':
      return { type: event.type, name: event.name, at: new Date(event.at).toISOString() };
    case 'over':
      return { type: 'over', trial: event.asker, replies: event.replies };
    case 'compared':
      return { type: 'compared', comparison: event.asker };
    default:
      return { type: event.type, name: event.name };
  }
}

export function journalLine(event: JournalEvent): string {
  return `${JSON.stringify(encode(event))}\n`;
}

function text(value: JsonObject, key: string): string {
  const found = value[key];
  if (typeof found !== 'string') throw new TypeError(`${key} is no text`);
  return found;
}

function requestOf(value: JsonValue): PaidRequest {
  const [asker, content, n, ...amount] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (typeof asker !== 'string' || typeof content !== 'string' || typeof n !== 'number') throw new TypeError('a request has no id');
  const paid = paidOf(amount);
  return { asker, content, n, ...(paid && { paid }) };
}

function batchEvent(value: JsonObject): JournalEvent {
  const { version, identity, requests } = value;
  if (version !== JOURNAL_VERSION) throw new TypeError(`it is of version ${String(version)}, and this is for version ${JOURNAL_VERSION}`);
  if (!Array.isArray(requests)) throw new TypeError('requests is no list');
  const listed = (requests as readonly JsonValue[]).map(requestOf);
  const since = Date.parse(text(value, 'since'));
  return { type: 'batch', name: text(value, 'name'), target: text(value, 'target'), since, requests: listed, ...(typeof identity === 'string' ? { identity } : {}) };
}

/** @throws TypeError for what is no line of a journal, with the reason. */
export function journalEvent(value: JsonValue): JournalEvent {
  if (!isJsonObject(value)) throw new TypeError('it is no object');
  const { type } = value;
  if (type === 'batch') return batchEvent(value);
  if (type === 'submitted') return { type, name: text(value, 'name'), handle: text(value, 'handle') };
  if (type === 'unheard') return { type, name: text(value, 'name'), at: Date.parse(text(value, 'at')) };
  if (type === 'over') return { type, asker: text(value, 'trial'), replies: Number(value['replies']) };
  if (type === 'compared') return { type, asker: text(value, 'comparison') };
  if (type === 'lost' || type === 'full' || type === 'gone' || type === 'collected') return { type, name: text(value, 'name') };
  throw new TypeError(`its type is ${JSON.stringify(type)}`);
}
