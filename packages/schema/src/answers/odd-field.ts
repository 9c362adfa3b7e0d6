import { isJsonObject, type JsonObject } from '../domain/json.js';
import type { EvaluationScore } from '../domain/score.js';
import { describeValue } from '../normalization/findings.js';

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

const ERROR: Form = { allowed: 'an object with a code and a message, both texts', fits: (value) => isJsonObject(value) && isText(value['code']) && isText(value['message']) };

/** What the parts of an answer that have scores of their own need, so that a row can hold them. */
const PARTS: Readonly<Partial<Record<keyof EvaluationScore, Readonly<Record<string, Form>>>>> = {
  points: { text: TEXT },
  judges: { id: TEXT, model: TEXT },
};

/** Figures and bounds are not among them: with these unknown the score is still a score. */
const FORMS = Object.entries({
  // What no verdict was found for may say null.
  verdict: { allowed: 'pass, borderline or fail', fits: (value) => value === null || value === 'pass' || value === 'borderline' || value === 'fail' },
  hits: TEXTS,
  misses: TEXTS,
  warnings: TEXTS,
  reasoning: TEXT,
  error: ERROR,
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

/** The first thing that is wrong inside of a point or a vote, or in the votes of a point. */
function oddPart(part: JsonObject, place: string, needs: Readonly<Record<string, Form>>): string | undefined {
  for (const [name, { allowed, fits }] of Object.entries(needs)) {
    if (!fits(part[name])) return saying(`${place}.${name}`, allowed, part[name]);
  }
  if (part['error'] !== undefined && !ERROR.fits(part['error'])) return saying(`${place}.error`, ERROR.allowed, part['error']);
  return part['judges'] === undefined ? undefined : oddIn('judges', part['judges'], OBJECTS, `${place}.judges`);
}

function oddIn(name: keyof EvaluationScore, value: unknown, { allowed, item = allowed, fits }: Form, place: string): string | undefined {
  if (!Array.isArray(value)) return saying(place, allowed, value);
  const needs = PARTS[name];
  for (const [index, one] of value.entries()) {
    if (!fits(one)) return saying(`${place}[${index}]`, item, one);
    const odd = needs && oddPart(one as JsonObject, `${place}[${index}]`, needs);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

/**
 * The first field of an evaluator's answer that is not what it has to be, with what it is, to go on after who gave it; undefined for
 * none. To leave it out would be no help: it may be what says that the response fails.
 */
export function oddField(score: EvaluationScore): string | undefined {
  for (const [name, form] of FORMS) {
    const value: unknown = score[name];
    if (value === undefined) continue;
    const odd = form.item === undefined ? (form.fits(value) ? undefined : saying(name, form.allowed, value)) : oddIn(name, value, form, name);
    if (odd !== undefined) return odd;
  }
  return undefined;
}
