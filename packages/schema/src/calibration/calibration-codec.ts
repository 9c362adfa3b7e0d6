import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../domain/json.js';
import type { ValuePath } from '../domain/value-path.js';
import { recordOf } from '../json/record-of.js';
import { wireCodec } from '../row/wire/wire-codec.js';
import { CALIBRATION_VERSION, type SuiteCalibration } from './calibration-file.js';

const text = v.string('must be a text');
const share = v.pipe(v.number('must be a number from 0 to 1'), v.minValue(0, 'must be a number from 0 to 1'), v.maxValue(1, 'must be a number from 0 to 1'));
const amount = v.pipe(v.number('must be a number from 0 up'), v.minValue(0, 'must be a number from 0 up'));
const whole = v.pipe(amount, v.integer('must be a whole number'), v.maxValue(Number.MAX_SAFE_INTEGER, `must be at most ${Number.MAX_SAFE_INTEGER}`));
const day = v.pipe(text, v.isoDate('must be a day, as in 2026-01-31'));

const CountsSchema = v.pipe(
  v.object({ true_passed: amount, true_labels: whole, false_failed: amount, false_labels: whole }, 'must be a mapping'),
  v.check((counts) => counts.true_passed <= counts.true_labels && counts.false_failed <= counts.false_labels, 'must not have more that are right than there are labels'),
);

const SuiteSchema = v.object(
  {
    suite: text,
    suite_path: text,
    run_id: text,
    date: day,
    judges: v.array(v.object({ id: text, model: text, weight: v.optional(amount), consensus: v.optional(v.picklist(['median', 'majority', 'min'], 'must be median, majority or min')), approach: v.optional(v.picklist(['prompt-aware', 'holistic'], 'must be prompt-aware or holistic')), threshold: v.optional(share), band: v.optional(share), settings: v.optional(text) }), 'must be a list of judges'),
    judge_prompt_version: v.optional(text),
    verdicts: v.object({ pass: share, borderline: share }),
    replies: whole,
    cases: whole,
    counts: CountsSchema,
    judge_counts: v.optional(v.array(v.object({ id: text, model: text, settings: v.optional(text), counts: CountsSchema }), 'must be a list of judges')),
    criteria: recordOf(text, 'must be a mapping of cases'),
  },
  'must be a mapping',
);

const FileSchema = v.object({ suites: v.array(SuiteSchema, 'must be a list') }, 'must be a mapping');

type Stored = Omit<SuiteCalibration, 'criteria'> & { readonly criteria: Readonly<Record<string, string>> };
const codec = wireCodec<Stored>(SuiteSchema);

/** What keeps a value from being a file of calibrations. */
interface CalibrationProblem {
  /** Keys that lead to the place. */
  readonly path: ValuePath;
  readonly message: string;
  readonly hint: string;
}

const AGAIN = 'put the value right, or delete the file and write it again: assay calibrate RUN --save';

/** The calibrations of a file, or all that keeps the value from being some. */
export function decodeCalibrations(value: unknown): { readonly suites: readonly SuiteCalibration[] } | { readonly problems: readonly CalibrationProblem[] } {
  const version = isJsonObject(value) ? value['calibration_version'] : undefined;
  if (version !== CALIBRATION_VERSION) {
    const said = version === undefined ? 'is missing' : `is ${JSON.stringify(version)}`;
    return { problems: [{ path: version === undefined ? [] : ['calibration_version'], message: `calibration_version ${said}; allowed: ${CALIBRATION_VERSION}`, hint: AGAIN }] };
  }
  const result = v.safeParse(FileSchema, value);
  if (!result.success) {
    return {
      problems: result.issues.map((issue) => {
        const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
        const missing = issue.received === 'undefined';
        const last = path.findLast((key) => typeof key === 'string') ?? 'the file';
        return { path: missing ? path.slice(0, -1) : path, message: missing ? `${last} is missing` : `${last}: ${issue.message}`, hint: AGAIN };
      }),
    };
  }
  const { suites: stored } = value as { readonly suites: readonly JsonObject[] };
  const suites = stored.map((suite) => {
    const { criteria, ...rest } = codec.decode(suite);
    return { ...rest, criteria: new Map(Object.entries(criteria)) };
  });
  const problems = repeated(suites);
  return problems.length > 0 ? { problems } : { suites };
}

const nameOf = ({ suite, suitePath, judges }: SuiteCalibration): string => JSON.stringify([suite, suitePath, judges]);

/** Calibrations of which nobody could say which one counts, as a merge leaves them. */
function repeated(suites: readonly SuiteCalibration[]): readonly CalibrationProblem[] {
  const first = new Map<string, number>();
  return suites.flatMap((calibration, index) => {
    const name = nameOf(calibration);
    const place = first.get(name);
    if (place === undefined) {
      first.set(name, index);
      return [];
    }
    return [{ path: ['suites', index], message: `${calibration.suite} with the same judges stands here a second time, the first time as number ${place + 1} of suites`, hint: 'keep one of them' }];
  });
}

function byName(a: SuiteCalibration, b: SuiteCalibration): number {
  const [keyA, keyB] = [a, b].map(nameOf) as [string, string];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** The text of a file of calibrations: the same for the same ones, so that version control shows what changed. */
export function formatCalibrations(suites: readonly SuiteCalibration[]): string {
  const encoded = suites.toSorted(byName).map(({ criteria, ...rest }) => {
    const sorted = Object.fromEntries([...criteria].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return { ...codec.encode({ ...rest, criteria: {} }), criteria: sorted };
  });
  return `${JSON.stringify({ calibration_version: CALIBRATION_VERSION, suites: encoded }, null, 2)}\n`;
}
