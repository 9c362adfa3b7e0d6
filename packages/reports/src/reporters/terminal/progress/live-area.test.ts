import { expect, test } from 'vitest';
import { createLiveArea } from './live-area.js';

function open(width = 20): {
  area: ReturnType<typeof createLiveArea>;
  take: () => string;
  resize: (to: number) => void;
} {
  let text = '';
  let columns = width;
  return {
    area: createLiveArea({ write: (part) => void (text += part) }, () => columns),
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
    resize: (to) => void (columns = to),
  };
}

test('lines are drawn over the ones before', () => {
  const { area, take } = open();
  area.draw(['one', 'two']);
  expect(take()).toBe('\u001B[?25lone\ntwo');
  area.draw(['three']);
  expect(take()).toBe('\r\u001B[1A\u001B[Jthree');
});

test('the same lines are not drawn again', () => {
  const { area, take } = open();
  area.draw(['one']);
  take();
  area.draw(['one']);
  expect(take()).toBe('');
});

test('clearing takes the lines away once', () => {
  const { area, take } = open();
  area.draw(['one', 'two']);
  take();
  area.clear();
  area.clear();
  expect(take()).toBe('\r\u001B[1A\u001B[J');
});

test('closing gives the cursor back, once', () => {
  const { area, take } = open();
  area.draw(['one']);
  take();
  area.close();
  area.close();
  expect(take()).toBe('\r\u001B[J\u001B[?25h');
});

test('an area that was never drawn writes nothing', () => {
  const { area, take } = open();
  area.close();
  expect(take()).toBe('');
});

test('a terminal that was made narrower has wrapped the lines', () => {
  const { area, take, resize } = open(20);
  area.draw(['\u001B[31m123456789012345\u001B[39m', 'abc']);
  take();
  resize(10);
  area.clear();
  expect(take()).toBe('\r\u001B[2A\u001B[J');
});
