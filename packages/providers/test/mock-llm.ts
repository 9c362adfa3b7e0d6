import { AsyncLocalStorage } from 'node:async_hooks';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, vi, type MockInstance } from 'vitest';

/**
 * Gives the tests of a file mock LLM servers. Such a server follows each of its requests through all promises of the process,
 * which makes every promise several times as dear, in the files after this one too: it stops that when the tests are over.
 * @returns starts one that answers as it is configured
 */
export function mockServers(): (configure: (mock: LLMock) => void) => Promise<LLMock> {
  let followed: MockInstance<AsyncLocalStorage<unknown>['run']>;
  beforeAll(() => {
    followed = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  });
  afterAll(() => {
    for (const scope of new Set(followed.mock.contexts as AsyncLocalStorage<unknown>[])) scope.disable();
    followed.mockRestore();
  });
  return async (configure) => {
    const mock = new LLMock({ port: 0 });
    configure(mock);
    await mock.start();
    return mock;
  };
}
