import { expect, test } from 'vitest';
import { attempt, type BadInput } from './bad-input.js';

/** A test of each: what is wrong is told as it is to be. To be called in a `describe`. */
export function tellOf(table: readonly BadInput[]): void {
  test.each(table.map((input) => [input.what, input] as const))('%s', async (_, input) => {
    const { exitCode, signal, output, plain } = await attempt(input);
    expect(signal).toBeNull();
    for (const text of input.says) expect(output).toMatch(text);
    expect(plain).not.toMatch(/\n\s+at .*\(|something went wrong inside/u);
    expect(exitCode).toBe(input.exitCode);
  });
}
