import { expect, test } from 'vitest';
import { UnscoredError, type PointContext, type PointFunctionDefinition, type ToolCall } from '@assay/schema';
import * as v from 'valibot';
import { applyPoint } from '../src/point-functions/applying/apply-point.js';
import { resolvePointFunction } from './installed.js';
import { textContext } from './point-context.js';

/** A context with only tool calls. */
export function callContext(...calls: readonly (string | ToolCall)[]): PointContext {
  return { ...textContext(''), toolCalls: calls.map((call) => (typeof call === 'string' ? { tool: call } : call)) };
}

/** The score of a point as it is written, argument checked. */
export async function scoreOf(written: string, argument: unknown, context: PointContext | string): Promise<number> {
  const point = resolvePointFunction(written);
  if (!point) throw new UnscoredError(`no point function ${written}`);
  const surroundings = typeof context === 'string' ? textContext(context) : context;
  return (await applyPoint(point, argument, surroundings)).score;
}

/** A row of a table: argument, text or calls, score. */
export type PointRow = readonly [argument: unknown, context: PointContext | string, score: number];

/** One test a row; each also checks that the `not_` form is the opposite. */
export function testPoints(name: string, rows: readonly PointRow[]): void {
  test.each(rows.map((row) => [JSON.stringify(row[0]), shown(row[1]), row] as const))(
    `${name}: %s on %s`,
    async (_, __, [argument, context, score]) => {
      expect(await scoreOf(name, argument, context)).toBeCloseTo(score, 12);
      expect(await scoreOf(`not_${name}`, argument, context)).toBeCloseTo(1 - score, 12);
    },
  );
}

function shown(context: PointContext | string): string {
  const text = typeof context === 'string' ? context : JSON.stringify(context.toolCalls);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Arguments that a schema refuses, with a part of what it says. */
export function testRefused(
  definition: PointFunctionDefinition,
  rows: readonly (readonly [argument: unknown, message: string])[],
): void {
  test.each(rows)(`${definition.name} refuses %j: %s`, (argument, message) => {
    const { issues } = v.safeParse(definition.options, argument);
    expect(issues?.map((issue) => issue.message).join('; ')).toContain(message);
  });
}
