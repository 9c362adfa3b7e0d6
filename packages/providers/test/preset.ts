import type { ProviderResponse } from '@assay/schema';
import { sendJson, startStub, type ReceivedRequest } from './stub-server.js';
import { ask, makeTarget } from './targets.js';
import { chatWire } from './wire-formats.js';

/** Asks a provider once, with its key in the environment, and returns what went over the wire. */
export async function askPreset(
  name: string,
  options: Record<string, unknown>,
  env: Record<string, string>,
  answer: unknown = chatWire.text('ok'),
): Promise<{ readonly sent: ReceivedRequest; readonly reply: ProviderResponse }> {
  const stub = await startStub((response) => sendJson(response, answer));
  const provider = await makeTarget(
    name,
    { endpoint: `${stub.url}/v1`, ...options },
    { model: 'test-model', environment: { env } },
  );
  try {
    const reply = await provider.generate(ask('x'));
    const [sent] = stub.received;
    if (!sent) throw new TypeError('nothing was sent');
    return { sent, reply };
  } finally {
    await provider.close?.();
    await stub.close();
  }
}
