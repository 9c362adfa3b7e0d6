import type { Trial } from '@assay/schema';
import { expect, test } from 'vitest';
import { trial } from '../../test/samples.js';
import { eachTrial, type EachTrialOptions } from './each-trial.js';

/** What was told, and what was handed on, in this order. */
async function followed(plan: AsyncIterable<Trial>, options: Partial<EachTrialOptions>, most = Infinity): Promise<readonly string[]> {
  const told: string[] = [];
  const seen = eachTrial(plan, {
    onTrial: ({ key }) => void told.push(`sees ${key}`),
    onEnd: () => void told.push('ends'),
    onFailure: () => void told.push('fails'),
    ...options,
  });
  const read = async (): Promise<void> => {
    for await (const { key } of seen) if (told.push(`has ${key}`) >= most) break;
  };
  const failure = await read().then(
    () => undefined,
    (error: Error) => error.message,
  );
  return failure === undefined ? told : [...told, failure];
}

async function* planOf(keys: readonly string[], onClose?: () => void): AsyncGenerator<Trial> {
  try {
    for (const key of keys) {
      if (key === 'broken') throw new Error('line 2 is broken');
      yield { ...trial(), key };
    }
  } finally {
    onClose?.();
  }
}

test('each trial is seen, waited for, and handed on', async () => {
  let waited = 0;
  const onTrial = async (): Promise<void> => {
    await Promise.resolve();
    waited += 1;
  };
  expect(await followed(planOf(['a', 'b']), { onTrial })).toEqual(['has a', 'has b', 'ends']);
  expect(waited).toBe(2);
  expect(await followed(planOf(['a', 'b']), {})).toEqual(['sees a', 'has a', 'sees b', 'has b', 'ends']);
});

test('a plan that fails, and a look at a trial that fails, are told and thrown', async () => {
  expect(await followed(planOf(['a', 'broken', 'b']), {})).toEqual(['sees a', 'has a', 'fails', 'line 2 is broken']);
  const onTrial = (): never => {
    throw new Error('no judge');
  };
  expect(await followed(planOf(['a']), { onTrial })).toEqual(['fails', 'no judge']);
});

test('whoever stops reading closes the plan', async () => {
  let closed = false;
  expect(await followed(planOf(['a', 'b'], () => (closed = true)), {}, 2)).toEqual(['sees a', 'has a']);
  expect(closed).toBe(true);
});
