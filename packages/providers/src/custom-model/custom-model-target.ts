import { ConfigError, isJsonObject, nearestMatch, type SourceLocation, type TargetDefinition, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { headersSchema } from '../http/keys/check-headers.js';

/** The formats that a custom model can inherit, and what the definition may say for each. */
const FORMATS = {
  openai: { completions: true, reasoningEffort: true, thinkingBudget: false },
  anthropic: { completions: false, reasoningEffort: false, thinkingBudget: true },
  google: { completions: false, reasoningEffort: true, thinkingBudget: true },
  mistral: { completions: true, reasoningEffort: true, thinkingBudget: false },
  together: { completions: true, reasoningEffort: true, thinkingBudget: false },
  xai: { completions: true, reasoningEffort: true, thinkingBudget: false },
  openrouter: { completions: true, reasoningEffort: true, thinkingBudget: false },
} as const;

type Inherited = keyof typeof FORMATS;
const INHERITED = Object.keys(FORMATS) as readonly Inherited[];

const filled = v.pipe(v.string(), v.regex(/\S/u, 'must not be empty'));
// In words that go with those around them.
const mapping = v.custom<object>((input) => typeof input === 'object' && !Array.isArray(input), 'must be a mapping');
const texts = v.pipe(mapping, recordOf(v.string()));

const entries = {
  id: filled,
  url: filled,
  modelName: filled,
  inherit: v.picklist(INHERITED),
  format: v.optional(v.picklist(['chat', 'completions'])),
  promptFormat: v.optional(v.picklist(['conversational', 'raw'])),
  headers: v.optional(v.pipe(mapping, headersSchema())),
  parameters: v.optional(v.pipe(mapping, recordOf(v.unknown()))),
  parameterMapping: v.optional(texts),
  reasoningEffort: v.optional(filled),
  thinkingBudget: v.optional(v.pipe(v.number(), v.integer('must be a whole number'))),
};

const customModel = v.object(entries);
type CustomModel = v.InferOutput<typeof customModel>;

const FIELDS = Object.keys(entries);
const REQUIRED = ['id', 'url', 'modelName', 'inherit'] as const;

/** A value may be a reference that is replaced later; then nothing can be said about it yet. */
function isReference(text: string): boolean {
  return text.includes('${');
}

class Problems {
  readonly #name: string;
  readonly #location: SourceLocation | undefined;

  constructor(raw: { readonly id?: unknown }, location: SourceLocation | undefined) {
    const { id } = raw;
    this.#name = typeof id === 'string' && id.trim() !== '' ? `custom model "${id}"` : 'a custom model';
    this.#location = location;
  }

  fail(what: string, hint: string): never {
    throw new ConfigError(`${this.#name} ${what}`, { hint, location: this.#location });
  }
}

function checkFields(raw: Readonly<Record<string, unknown>>, problems: Problems): void {
  for (const field of Object.keys(raw)) {
    if (Object.hasOwn(entries, field)) continue;
    const near = nearestMatch(field, FIELDS);
    const advice = near === undefined ? '' : `did you mean "${near}"? `;
    problems.fail(`has an unknown field "${field}"`, `${advice}fields: ${FIELDS.join(', ')}`);
  }
  const missing = REQUIRED.filter((field) => raw[field] === undefined || raw[field] === null);
  if (missing.length > 0) {
    problems.fail(`lacks ${missing.join(', ')}`, `every custom model has ${REQUIRED.join(', ')}`);
  }
}

function checkInherit(raw: Readonly<Record<string, unknown>>, problems: Problems): void {
  const written = raw['inherit'];
  if (typeof written === 'string' && Object.hasOwn(FORMATS, written)) return;
  const near = typeof written === 'string' ? nearestMatch(written, INHERITED) : undefined;
  const advice = near === undefined ? '' : `did you mean "${near}"? `;
  problems.fail(`cannot inherit ${JSON.stringify(written)}`, `${advice}formats: ${INHERITED.join(', ')}`);
}

function checkValues(raw: Readonly<Record<string, unknown>>, problems: Problems): CustomModel {
  // An optional field that is written without a value is one that is not there.
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const result = v.safeParse(customModel, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'the definition';
  const hint = `correct ${field}; texts that look like numbers need quotes`;
  return problems.fail(`has a wrong ${field}: ${issue.message}`, hint);
}

function checkUrl(url: string, problems: Problems): void {
  if (isReference(url)) return;
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return;
  const hint = 'write it whole, e.g. http://localhost:8080/v1/chat/completions';
  problems.fail(`has a url that is not an http or https URL: "${url}"`, hint);
}

function checkFormat(model: CustomModel, problems: Problems): void {
  const format = FORMATS[model.inherit];
  const within = `with inherit: ${model.inherit}`;
  if (!format.completions && (model.format === 'completions' || model.promptFormat !== undefined)) {
    const field = model.format === 'completions' ? 'format: completions' : 'promptFormat';
    const hint = 'only the formats of chat completions have an older one: inherit openai';
    problems.fail(`cannot have ${field} ${within}`, hint);
  }
  if (!format.reasoningEffort && model.reasoningEffort !== undefined) {
    problems.fail(`cannot have reasoningEffort ${within}`, 'use thinkingBudget: with a number of tokens');
  }
  if (!format.thinkingBudget && model.thinkingBudget !== undefined) {
    problems.fail(`cannot have thinkingBudget ${within}`, 'use reasoningEffort: low, medium or high');
  }
}

function present(fields: Readonly<Record<string, unknown>>): TargetDefinition['options'] {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as TargetDefinition['options'];
}

/**
 * The target that a custom model of a blueprint describes: `id` becomes its name, `inherit` its
 * provider, `modelName` its model, and the rest its options. `${VAR}` references stay as they are:
 * they are replaced when the target is used.
 * @param definition An object of the blueprint's `models` list.
 * @param location Where it stands, for errors and for the target.
 * @throws ConfigError for a field that is missing, unknown or wrong, or that the inherited format
 * does not have, with what is allowed.
 */
export function customModelTarget(definition: unknown, location?: SourceLocation): TargetDefinition {
  if (!isJsonObject(definition)) {
    throw new ConfigError('a custom model is a mapping of fields', { hint: `fields: ${FIELDS.join(', ')}`, location });
  }
  const problems = new Problems(definition, location);
  checkFields(definition, problems);
  checkInherit(definition, problems);
  const model = checkValues(definition, problems);
  checkUrl(model.url, problems);
  checkFormat(model, problems);
  return {
    name: model.id,
    provider: model.inherit,
    model: model.modelName,
    options: present({
      url: model.url,
      headers: model.headers,
      format: FORMATS[model.inherit].completions ? model.format : undefined,
      prompt_format: model.promptFormat,
      parameters: model.parameters,
      parameter_mapping: model.parameterMapping,
      reasoning_effort: model.reasoningEffort,
      thinking_budget: model.thinkingBudget,
    }),
    ...(location === undefined ? {} : { location }),
  };
}
