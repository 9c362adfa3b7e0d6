import type { JsonObject } from '../domain/json.js';
import type { NormalizeContext, ValuePath } from '../eval-case/context.js';
import { reportError } from '../eval-case/findings.js';
import { lintRubric } from './lint-points.js';
import type { RubricItem } from './point.js';
import { writtenPath } from './point-origins.js';
import type { PointReader } from './point-reader.js';
import { readRubric } from './read-rubric.js';

/** The evaluator whose options are a rubric of points. */
export const POINTS_TYPE = 'points';

const LISTS = ['should', 'should_not'] as const;

/** Only blueprints define points for reuse. */
function readerWithoutDefinitions(context: NormalizeContext): PointReader {
  return {
    context,
    origins: new WeakMap(),
    define: (name, path) => {
      reportError(context, path, `$ref: there are no definitions here, so there is no "${name}"`, {
        code: 'unknown-reference',
        hint: 'write the point out, as in - $contains: "words"',
      });
      return undefined;
    },
  };
}

/** The options of a `points` entry in their normal form, and where the parts of it are written. */
export interface RubricOptions {
  readonly options: JsonObject;
  readonly locate: (inOptions: ValuePath) => ValuePath;
}

/**
 * Brings the points of a `points` entry to their normal form, by the same reading as those of a
 * blueprint. Reports everything that is wrong with them; what cannot be used is left out.
 */
export function readRubricOptions(context: NormalizeContext, written: JsonObject, path: ValuePath): RubricOptions {
  const reader = readerWithoutDefinitions(context);
  const lists = LISTS.filter((key) => written[key] !== undefined).map((key) => {
    const at = [...path, key];
    const items = readRubric(reader, written[key], at, key);
    lintRubric(reader, items, at, key);
    return [key, items] as const;
  });
  // A rubric in its normal form is plain JSON; the type only says more about it.
  const options = { ...written, ...Object.fromEntries(lists) } as JsonObject;
  const base = Object.fromEntries(Object.keys(written).map((key) => [key, [...path, key]]));
  return { options, locate: (inOptions) => writtenPath(options, inOptions, reader.origins, { ...base, '': path }) };
}

/** A list of points that no file was read for. */
export interface ParsedRubric {
  readonly items: readonly RubricItem[];
  /** What is wrong, and where in the list. */
  readonly problems: readonly { readonly path: ValuePath; readonly message: string }[];
}

/** Reads a list of points that comes from a program instead of a file. One in its normal form stays as it is. */
export function parseRubric(written: unknown, key: 'should' | 'should_not'): ParsedRubric {
  const problems: { path: ValuePath; message: string }[] = [];
  let at: ValuePath = [];
  const context: NormalizeContext = {
    locate: (path) => {
      at = path;
      return { file: key, line: 1, column: 1 };
    },
    report: ({ severity, message }) => {
      if (severity === 'error') problems.push({ path: at, message });
    },
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  return { items: readRubric(readerWithoutDefinitions(context), written, [], key), problems };
}
