import type { Provider } from '@assay/schema';
import { MODEL, type HttpRow } from '../http-rows.js';
import { startStub, type Answer, type StubServer } from '../stub-server.js';
import { makeTarget } from '../targets.js';

export const TWO_CALLS = [
  { id: 'a', name: 'search', input: { q: 'x' } },
  { id: 'b', name: 'read', input: {} },
];

/** What a test leaves behind: undone after it, the last one first. */
export const cleanUps: (() => Promise<unknown> | undefined)[] = [];

interface Subject {
  readonly provider: Provider;
  readonly stub: StubServer;
}

/** A target of a provider, with a server that answers as told. */
export async function against(row: HttpRow, answer: Answer, options: Record<string, unknown> = {}): Promise<Subject> {
  const stub = await startStub(answer);
  const provider = await makeTarget(row.name, { ...row.options(stub.url), ...options }, { model: MODEL });
  cleanUps.push(stub.close, () => provider.close?.());
  return { provider, stub };
}

/** What arrived at the server, under the names of chat completions. */
export function askedOf(row: HttpRow, stub: StubServer): Record<string, unknown> {
  const [request] = stub.received;
  if (!request) throw new TypeError('nothing was sent');
  return row.asked?.(request) ?? request.body;
}

/** Prices of the provider's model. */
export function usdTable(row: HttpRow) {
  return { date: '2026-01-01', prices: { [`${row.name}:${MODEL}`]: { input: 10, output: 100, cachedInput: 1 } } };
}
