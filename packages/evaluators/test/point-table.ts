import { expect, test } from 'vitest';
import { UnscoredError, type JsonValue, type PointContext, type PointFunctionDefinition, type ToolCall } from '@assay/schema';
import * as v from 'valibot';
import { applyPoint } from '../src/point-functions/applying/apply-point.js';
import { inForm } from './accent-forms.js';
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

const FORMS = ['NFC', 'NFD'] as const;

/** One test a row; each also checks that the `not_` form is the opposite, and that nothing depends on how accents were typed. */
export function testPoints(name: string, rows: readonly PointRow[]): void {
  test.each(rows.map((row) => [JSON.stringify(row[0]), shown(row[1]), row] as const))(
    `${name}: %s on %s`,
    async (_, __, [argument, context, score]) => {
      expect(await scoreOf(name, argument, context)).toBeCloseTo(score, 12);
      expect(await scoreOf(`not_${name}`, argument, context)).toBeCloseTo(1 - score, 12);
      const seen = typeof context === 'string' ? textContext(context) : context;
      for (const written of FORMS) {
        for (const form of FORMS) {
          const looked = { ...seen, text: seen.text.normalize(form), toolCalls: inForm(seen.toolCalls as unknown as JsonValue, form) as unknown as PointContext['toolCalls'] };
          expect(await scoreOf(name, inForm(argument as JsonValue | undefined, written), looked), `argument in ${written}, reply in ${form}`).toBeCloseTo(score, 12);
        }
      }
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
