import { isJsonObject, type JsonObject, type JsonValue, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
import { REPORTED } from './rubrics.js';

/** The operator of a line that says what must hold, as every line does here. */
const PLAIN = 'correctness';

/**
 * The lines of a rubric without AgentV's `operator`. A line that must not hold (`contradiction`) is reported: it would be scored by
 * the opposite of what it says.
 */
export function withoutOperators(context: NormalizeContext, lines: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  if (!Array.isArray(lines)) return lines;
  return (lines as readonly JsonValue[]).map((line, index): JsonValue => {
    if (!isJsonObject(line) || !('operator' in line)) return line;
    const { operator, ...rest } = line;
    if (operator !== PLAIN && operator !== null && operator !== undefined) {
      reportError(context, [...path, index, 'operator'], 'lines of a rubric that must not hold are not supported', {
        code: 'unsupported-assertion',
        which: 'key',
        hint: 'write what must hold: "Names no number of tablets"',
      });
      return REPORTED;
    }
    return rest as JsonObject;
  });
}
