import { ProviderError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock } from '../../test/fake-clock.js';
import { provider, reply } from '../../test/samples.js';
import { asKept } from '../cache/reply-shelf.js';
import { converse } from '../execute/asking/converse.js';
import { guardProvider } from '../target/guard-provider.js';

const request = { messages: [{ role: 'user' as const, content: 'hi' }], signal: new AbortController().signal };

/** A clock on which nothing has to be waited for. */
class NoWaits extends FakeClock {
  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

/** A target that is busy as often as the list says, request by request. */
function busy(...times: number[]) {
  let left = times.shift() ?? 0;
  return guardProvider(
    provider(async () => {
      left -= 1;
      if (left >= 0) throw new ProviderError('busy', { kind: 'server', target: 'mock' });
      left = times.shift() ?? 0;
      return { ...reply('ok'), attempts: { sent: 99 } };
    }),
    { clock: new NoWaits(), maxRetries: 2 },
  );
}

describe('how often a target is asked', () => {
  test('at once is nothing to speak of, whatever an adapter says; again after failures is', async () => {
    const target = busy(0, 2);
    expect(await target.generate(request)).not.toHaveProperty('attempts');
    expect(await target.generate(request)).toMatchObject({ attempts: { sent: 3, retries: 2 } });
  });

  test('a request that fails in the end tells too', async () => {
    expect(await failureOf(busy(9).generate(request))).toMatchObject({ kind: 'server', message: expect.stringContaining('busy'), attempts: { sent: 3, retries: 2 } });
  });

  test('the turns of a conversation count together', async () => {
    const open = { role: 'assistant' as const, content: null };
    const turns = [request.messages[0] ?? open, open, { role: 'user' as const, content: 'and' }];
    const { response } = await converse(busy(0, 1), turns, { signal: request.signal });
    expect(response?.attempts).toEqual({ sent: 3, retries: 1 });
  });

  test('a reply that was kept was not asked for', () => {
    expect(asKept({ ...reply('ok'), attempts: { sent: 3, retries: 2 } })).not.toHaveProperty('attempts');
  });
});
