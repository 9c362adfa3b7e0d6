import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../domain/json.js';
import { wireCodec } from '../row/wire/wire-codec.js';
import { BASELINE_VERSION, EARLIER_BASELINE_VERSION, type Baseline, type BaselineCase } from './baseline.js';
import { BaselineCaseSchema, BaselineSchema } from './baseline-schema.js';

/** What keeps a value from being a baseline. */
interface BaselineProblem {
  /** Keys that lead to the place; of something that is missing, to where it should stand. */
  readonly path: readonly string[];
  readonly message: string;
  /** How to fix it, in one sentence. */
  readonly hint: string;
}

/** A baseline, or all that keeps the value from being one. */
export type BaselineReading =
  | { readonly baseline: Baseline; readonly problems?: undefined }
  | { readonly baseline?: undefined; readonly problems: readonly BaselineProblem[] };

const HeaderSchema = v.omit(BaselineSchema, ['cases']);
const header = wireCodec<Omit<Baseline, 'cases'>>(HeaderSchema);
const caseCodec = wireCodec<BaselineCase>(BaselineCaseSchema);

const SAVE_AGAIN = 'put the value right, or delete the file and save the baseline again: assay baseline save';

/** Undefined when the value is a file of a version that is read. */
function checkVersion(value: unknown): BaselineProblem | undefined {
  const version = isJsonObject(value) ? value['baseline_version'] : undefined;
  if (version === undefined) {
    return {
      path: [],
      message: 'this is not a baseline of Assay: it has no baseline_version',
      hint: 'move the file out of the folder of baselines, or name another folder (--dir of assay baseline)',
    };
  }
  if (version === BASELINE_VERSION || version === EARLIER_BASELINE_VERSION) return undefined;
  return {
    path: ['baseline_version'],
    message: `baseline_version ${JSON.stringify(version)} is none that this Assay reads (${EARLIER_BASELINE_VERSION} and ${BASELINE_VERSION})`,
    hint:
      typeof version === 'number' && version > BASELINE_VERSION
        ? 'read it with a newer version of Assay'
        : 'delete the file and save the baseline again: assay baseline save',
  };
}

function problemsOf(schema: v.GenericSchema, value: unknown, path: readonly string[]): readonly BaselineProblem[] {
  const result = v.safeParse(schema, value);
  return (result.issues ?? []).map((issue) => {
    const inner = (issue.path ?? []).map(({ key }) => String(key));
    const whole = [...path, ...inner];
    const key = issue.path?.at(-1)?.key;
    const last = typeof key === 'number' ? `item ${key + 1} of ${whole.at(-2)}` : (whole.at(-1) ?? 'the file');
    const missing = issue.received === 'undefined';
    return {
      path: missing ? whole.slice(0, -1) : whole,
      message: missing ? `${last} is missing` : `${last} ${issue.message}`,
      hint: SAVE_AGAIN,
    };
  });
}

/** The numbers of repeats are not written where the scores of all of them are. */
function decodeCase(entry: JsonObject): BaselineCase {
  const { trials, unscored, scores, conversation, ...rest } = caseCodec.decode(entry);
  const spoken = conversation === undefined ? {} : { conversation };
  if (scores === undefined) return { ...rest, ...(trials === undefined ? {} : { trials }), ...(unscored === undefined ? {} : { unscored }), ...spoken };
  const lost = scores.filter((score) => score === null).length;
  return { ...rest, trials: scores.length, ...(lost === 0 ? {} : { unscored: lost }), scores, ...spoken };
}

function encodeCase({ trials, unscored, ...found }: BaselineCase): Record<string, unknown> {
  return caseCodec.encode(found.scores === undefined ? { ...found, trials, unscored } : found);
}

/**
 * Reads the value of a baseline file. Unknown keys are left out: fields that are added later do not
 * raise the version.
 */
export function decodeBaseline(value: unknown): BaselineReading {
  const wrongVersion = checkVersion(value);
  if (wrongVersion) return { problems: [wrongVersion] };
  const { cases, ...rest } = value as JsonObject;
  const problems = [...problemsOf(HeaderSchema, rest, [])];
  if (!isJsonObject(cases)) {
    const message = cases === undefined ? 'cases is missing' : 'cases must be a mapping of cases';
    return { problems: [...problems, { path: cases === undefined ? [] : ['cases'], message, hint: SAVE_AGAIN }] };
  }
  // One by one: a record schema passes over ids such as "constructor".
  const entries = Object.entries(cases);
  for (const [key, entry] of entries) problems.push(...problemsOf(BaselineCaseSchema, entry, ['cases', key]));
  if (problems.length > 0) return { problems };
  const decoded = entries.map(([key, entry]) => [key, decodeCase(entry as JsonObject)] as const);
  const { suite, suitePath, target, assayVersion, date } = header.decode(rest);
  return {
    baseline: {
      ...((value as JsonObject)['baseline_version'] === EARLIER_BASELINE_VERSION ? { version: EARLIER_BASELINE_VERSION } : {}),
      suite,
      ...(suitePath === undefined ? {} : { suitePath }),
      target,
      ...(assayVersion === undefined ? {} : { assayVersion }),
      ...(date === undefined ? {} : { date }),
      cases: new Map(decoded),
    },
  };
}

function caseLine([key, found]: readonly [string, BaselineCase]): string {
  const text = (value: unknown): string => (Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]` : JSON.stringify(value));
  const fields = Object.entries(encodeCase(found)).map(([name, value]) => `"${name}": ${text(value)}`);
  return `    ${JSON.stringify(key)}: { ${fields.join(', ')} }`;
}

/**
 * The text of a baseline file: the same for equal baselines. Cases are sorted by their keys (by code
 * units, so in the same order on every machine) and stand on one line each.
 */
export function formatBaseline(baseline: Baseline): string {
  const head = JSON.stringify({ baseline_version: baseline.version ?? BASELINE_VERSION, ...header.encode(baseline) }, null, 2).slice(0, -2);
  const lines = [...baseline.cases].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(caseLine);
  const cases = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `${head},\n  "cases": ${cases}\n}\n`;
}
