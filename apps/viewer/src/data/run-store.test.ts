import { expect, test } from 'vitest';
import type { IndexEvent } from '@assay/schema';
import { RunStore } from './run-store.js';
import type { PageSource } from './source/page-source.js';

test('what went wrong on the way stays known when the index ends', async () => {
  const index: PageSource['index'] = (_id, { onEvent }) => {
    for (const event of [{ type: 'error', message: 'the folder was removed' }, { type: 'end' }] as IndexEvent[]) onEvent(event);
    return Promise.resolve();
  };
  const store = new RunStore({ index, run: () => new Promise(() => undefined) } as unknown as PageSource, 'one');
  store.start();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([store.state, store.problem?.message]).toEqual(['failed', 'the folder was removed']);
  store.stop();
});
