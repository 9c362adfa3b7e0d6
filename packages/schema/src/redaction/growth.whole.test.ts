import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

test('the work grows with the text, whatever it is escaped with', () => {
  const redactor = createRedactor();
  for (const secret of ['sk-9fQ2xT7bLmW4', 'sk-Zq7/w+9"é\\x&T <1>%41é']) redactor.add(secret);
  for (const unit of ['\\', '\\u0073k-9fQ2xT7bLm ', '%25', '&amp;', '%', '&#', '\n', '\u001B[1', '\\u{']) {
    const time = (length: number): number => {
      const text = unit.repeat(length / unit.length);
      redactor.text(text);
      const start = performance.now();
      redactor.text(text);
      redactor.piece(text);
      return performance.now() - start;
    };
    const length = 50_000;
    const [short, long] = [time(length), time(16 * length)];
    // Linear would be 16 times as long, quadratic 256 times.
    expect(long, unit).toBeLessThan(Math.max(short, 5) * 100);
  }
});

test('the work grows with the text, whatever is in it', () => {
  const redactor = createRedactor();
  for (let index = 0; index < 200; index++) redactor.add(`${'a'.repeat(500)}${index}`);
  const time = (length: number): number => {
    const text = 'a'.repeat(length);
    redactor.text(text);
    const start = performance.now();
    redactor.text(text);
    return performance.now() - start;
  };
  const [short, long] = [time(100_000), time(1_600_000)];
  // Linear would be 16 times as long, quadratic 256 times.
  expect(long).toBeLessThan(Math.max(short, 5) * 80);
});
