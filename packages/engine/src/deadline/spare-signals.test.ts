import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { listenForAbort, SpareSignals, stopListeningForAbort, type AbortListener } from './spare-signals.js';

function listener(heard: string[], name: string): AbortListener {
  return { handleEvent: () => void heard.push(name) };
}

test('all who listen to a signal share one listener, are told once and in their order, and those that stopped are not', () => {
  const { controller } = new SpareSignals().take();
  const heard: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => listener(heard, name)) as [AbortListener, AbortListener, AbortListener];
  for (const each of [a, b, c]) listenForAbort(controller.signal, each);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  stopListeningForAbort(controller.signal, b);
  stopListeningForAbort(controller.signal, b);
  controller.abort();
  expect(heard).toEqual(['a', 'c']);
});

test('one that ends another while it is told keeps it from being told', () => {
  const { controller } = new SpareSignals().take();
  const heard: string[] = [];
  const second = listener(heard, 'second');
  listenForAbort(controller.signal, { handleEvent: () => stopListeningForAbort(controller.signal, second) });
  listenForAbort(controller.signal, second);
  controller.abort();
  expect(heard).toEqual([]);
});

test('on signals of others nothing is left behind', () => {
  const controller = new AbortController();
  const heard: string[] = [];
  const [one, other] = [listener(heard, 'one'), listener(heard, 'other')];
  listenForAbort(controller.signal, one);
  listenForAbort(controller.signal, other);
  stopListeningForAbort(controller.signal, one);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  expect(heard).toEqual(['other']);
});

test('a signal that aborted is not handed out again', () => {
  const signals = new SpareSignals();
  const [aborted, other] = [signals.take(), signals.take()];
  aborted.controller.abort();
  signals.give(aborted);
  signals.give(other);
  expect(signals.take()).toBe(other);
  expect(signals.take()).not.toBe(aborted);
});
