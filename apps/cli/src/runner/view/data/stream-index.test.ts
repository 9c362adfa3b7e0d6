import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunStore, rowPlaces } from '@assay/engine';
import type { IndexEvent, ResultRow } from '@assay/schema';
import { sampleManifest, sampleRow } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { streamIndex } from './stream-index.js';

const judged = (repeat: number, score: number): ResultRow =>
  sampleRow({
    trialKey: `key-${repeat}`,
    repeat,
    score,
    verdict: score >= 0.8 ? 'pass' : 'fail',
    evaluators: [{ name: 'panel', type: 'rubric', weight: 1, score, points: [{ text: 'x', score, weight: 1, judges: [{ id: 'one', model: 'm', score }] }] }],
  });

test('of a run that goes on, judges and flips are told again when their time has come, and at its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-stream-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await createRunStore(join(folder, 'run'));
  await store.writeManifest(sampleManifest({ status: 'running' }));
  await store.append(judged(1, 1));
  const events: IndexEvent[] = [];
  const told = (type: IndexEvent['type']): number => events.filter((event) => event.type === type).length;
  let clock = 0;
  const streaming = streamIndex({
    folder: join(folder, 'run'),
    places: rowPlaces(join(folder, 'run')),
    from: 0,
    live: true,
    now: () => clock,
    signal: new AbortController().signal,
    send: (event) => {
      events.push(event);
      return Promise.resolve(true);
    },
  });
  await expect.poll(() => told('chunk'), { timeout: 10_000 }).toBe(1);
  await store.append(judged(2, 0));
  await expect.poll(() => told('chunk'), { timeout: 10_000 }).toBe(2);
  // No time has passed.
  expect([told('judges'), told('flips')]).toEqual([0, 0]);
  clock = 3000;
  await expect.poll(() => told('flips'), { timeout: 10_000 }).toBe(1);
  expect(events.find(({ type }) => type === 'judges')).toMatchObject({ judges: [{ id: 'one', asked: 2, lost: 0 }] });
  expect(events.find(({ type }) => type === 'flips')).toMatchObject({ positions: [0, 1] });
  // The same rows are not counted again.
  clock = 60_000;
  await store.append(judged(2, 1));
  await expect.poll(() => told('flips'), { timeout: 10_000 }).toBe(2);
  expect(events.findLast(({ type }) => type === 'flips')).toEqual({ type: 'flips', positions: [] });
  await store.close();
  expect(await streaming).toBe(true);
}, 30_000);
