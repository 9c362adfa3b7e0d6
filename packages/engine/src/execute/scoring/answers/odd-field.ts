import { describeValue, isJsonObject, type EvaluationScore } from '@assay/schema';

/** What a field of an evaluator's answer has to be. */
interface Form {
  readonly allowed: string;
  /** Of a list: of each of its items. Of anything else: of the field. */
  readonly fits: (value: unknown) => boolean;
  /** What each item of a list has to be; absent for what is no list. */
  readonly item?: string | undefined;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isRequirement(value: unknown): boolean {
  return value === undefined || value === 'written' || value === 'default';
}

const TEXT: Form = { allowed: 'a text', fits: isText };
const TEXTS: Form = { allowed: 'a list of texts', item: 'a text', fits: isText };
const OBJECTS: Form = { allowed: 'a list of objects', item: 'an object', fits: isJsonObject };
const SWITCH: Form = { allowed: 'true or false', fits: (value) => typeof value === 'boolean' };

/** Figures and bounds are not among them: without these the score is still a score. */
const FORMS = Object.entries({
  // What no verdict was found for may say null.
  verdict: { allowed: 'pass, borderline or fail', fits: (value) => value === null || value === 'pass' || value === 'borderline' || value === 'fail' },
  hits: TEXTS,
  misses: TEXTS,
  warnings: TEXTS,
  reasoning: TEXT,
  error: { allowed: 'an object with a code and a message, both texts', fits: (value) => isJsonObject(value) && isText(value['code']) && isText(value['message']) },
  points: OBJECTS,
  judges: OBJECTS,
  evaluators: OBJECTS,
  requirements: {
    allowed: 'an object whose missed and open are written or default',
    fits: (value) => isJsonObject(value) && isRequirement(value['missed']) && isRequirement(value['open']),
  },
  degraded: SWITCH,
  judgeCostIncomplete: SWITCH,
} satisfies Partial<Record<keyof EvaluationScore, Form>>) as readonly (readonly [keyof EvaluationScore, Form])[];

function saying(place: string, allowed: string, value: unknown): string {
  return `${place} that cannot be: it has to be ${allowed}${isJsonObject(value) ? '' : `, not ${describeValue(value)}`}`;
}

/**
 * The first field of an evaluator's answer that is not what it has to be, with what it is, to go on after who gave it; undefined for
 * none. To leave it out would be no help: it may be what says that the response fails.
 */
export function oddField(score: EvaluationScore): string | undefined {
  for (const [name, { allowed, item, fits }] of FORMS) {
    const value: unknown = score[name];
    if (value === undefined) continue;
    if (item === undefined) {
      if (!fits(value)) return saying(name, allowed, value);
    } else if (Array.isArray(value)) {
      const odd = value.findIndex((one) => !fits(one));
      if (odd !== -1) return saying(`${name}[${odd}]`, item, value[odd]);
    } else return saying(name, allowed, value);
  }
  return undefined;
}
