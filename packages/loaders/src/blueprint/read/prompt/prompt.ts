import {
  BLUEPRINT_ALIASES,
  type CaseExecution,
  checkKeys,
  describeKind,
  describeValue,
  type EvalCase,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type Message,
  type NormalizeContext,
  pickKey,
  readIdentifier,
  readText,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { readTags } from '../../../fields/tags.js';
import { HEADER_ONLY_KEYS, PROMPT_KEYS } from '../blueprint-keys.js';
import type { BlueprintHeader } from '../blueprint-header.js';
import { judgeHints } from '../../../fields/judge-names.js';
import { readFlag } from '../../../fields/flag.js';
import type { PromptIds } from './prompt-id.js';
import { readPromptMessages } from './prompt-messages.js';
import { readPromptPoints, type SaidOnce } from './prompt-points.js';
import { readReferences } from '../references.js';
import { readRenderAs } from '../render-as.js';
import { readSystems } from '../systems.js';
import { readTemperature } from '../temperatures.js';

const MIN_WEIGHT = 0.1;
const MAX_WEIGHT = 10;

const HINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(HEADER_ONLY_KEYS.map((key) => [key, 'it belongs to the header, the first document of the file'])),
  ...judgeHints('write judges: [{ model: NAME }] under llm-coverage: in evaluationConfig of the header'),
  input: 'write what is asked under prompt',
  question: 'write what is asked under prompt',
  expected_output: 'write the right answer under ideal',
  answer: 'write the right answer under ideal',
  shouldNot: 'did you mean should_not?',
};

const GRADING: GradingKeys = {
  read: [...BLUEPRINT_ALIASES.should, 'should_not', 'requiredTools', 'prohibitedTools', 'maxCalls'],
  how: 'write points under should and should_not',
};

/** What all prompts of a file share while they are read. */
export interface PromptSession {
  readonly context: NormalizeContext;
  readonly header: BlueprintHeader;
  readonly ids: PromptIds;
  readonly said: SaidOnce;
}

/** A prompt as a case, and whether anything in it is scored. */
export interface ReadPrompt {
  readonly evalCase: EvalCase;
  readonly scored: boolean;
}

function readPromptWeight(context: NormalizeContext, raw: JsonObject, path: ValuePath): number {
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.weight);
  if (key === undefined) return 1;
  const value = raw[key];
  if (typeof value === 'number' && value >= MIN_WEIGHT && value <= MAX_WEIGHT) return value;
  reportError(context, [...path, key], `the ${key} of a prompt must be a number from ${MIN_WEIGHT} to ${MAX_WEIGHT}, not ${describeValue(value)}`, {
    hint: 'leave it out for 1',
  });
  return 1;
}

function readIdeal(context: NormalizeContext, raw: JsonObject, path: ValuePath): string | undefined {
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.ideal);
  const ideal = key === undefined ? undefined : readText(context, raw, path, key);
  return ideal === undefined || ideal.trim() === '' ? undefined : ideal;
}

interface Systems {
  /** The prompt's own: part of what it says. */
  readonly own: readonly (string | null)[] | undefined;
  /** Those that count. */
  readonly used: readonly (string | null)[];
}

/** A conversation that begins with a system message of its own stands as it is. */
function chooseSystems(session: PromptSession, raw: JsonObject, path: ValuePath, messages: readonly Message[]): Systems {
  const { context, header } = session;
  const own = raw['system'] === undefined ? undefined : readSystems(context, raw['system'], [...path, 'system']);
  if (messages[0]?.role !== 'system') return { own, used: own ?? header.systems };
  if (own?.some((system) => system !== null)) {
    reportWarning(context, [...path, 'system'], 'system is not used: the messages begin with a system message of their own', {
      code: 'no-effect',
      which: 'key',
      hint: 'keep one of the two',
    });
  }
  return { own, used: [null] };
}

function withSystem(messages: readonly Message[], systems: readonly (string | null)[]): readonly Message[] {
  const [only] = systems;
  if (systems.length !== 1 || only === null || only === undefined) return messages;
  return [{ role: 'system', content: only }, ...messages];
}

function readPromptExecution(session: PromptSession, raw: JsonObject, path: ValuePath, systems: readonly (string | null)[]): CaseExecution {
  const { context, header } = session;
  const own = readTemperature(context, raw, path);
  const { temperatures } = header.execution;
  if (own !== undefined && temperatures) {
    reportWarning(context, [...path, 'temperature'], 'temperature has no effect: the header has temperatures, which all prompts are asked at', {
      code: 'no-effect',
      which: 'key',
      hint: 'remove one of the two',
    });
  }
  const temperature = own ?? header.execution.temperature;
  const noCache = readFlag(context, raw, path, 'noCache') ?? header.execution.noCache;
  const allowEmpty = readFlag(context, raw, path, 'allow_empty');
  return {
    ...(temperatures ? { temperatures } : temperature === undefined ? {} : { temperature }),
    ...(systems.length > 1 ? { systems } : {}),
    ...(noCache === undefined ? {} : { noCache }),
    ...(allowEmpty ? { allowEmpty } : {}),
  };
}

function readPromptMetadata(session: PromptSession, raw: JsonObject, path: ValuePath): JsonObject | undefined {
  const { context, header } = session;
  const description = readText(context, raw, path, 'description');
  const references = readReferences(context, raw, path);
  const renderAs = readRenderAs(context, raw, path) ?? header.renderAs;
  if (description === undefined && references.length === 0 && renderAs === undefined) return undefined;
  return {
    ...(description === undefined ? {} : { description }),
    ...(references.length === 0 ? {} : { references }),
    ...(renderAs === undefined ? {} : { render_as: renderAs }),
  };
}

function readOwnId(session: PromptSession, raw: JsonObject, path: ValuePath): string | undefined {
  if (raw['id'] === undefined || raw['id'] === null) return undefined;
  const id = readIdentifier(session.context, raw, path, 'id');
  return id === undefined ? undefined : session.ids.take(id, raw, path);
}

function checkShape(context: NormalizeContext, raw: unknown, path: ValuePath): raw is JsonObject {
  if (isJsonObject(raw)) return true;
  const what = Array.isArray(raw) ? 'a list of its own' : describeKind(raw);
  reportError(context, path, `a prompt must be a mapping with prompt or messages, not ${what}`, {
    hint: `write - prompt: ${typeof raw === 'string' ? JSON.stringify(raw) : '"what the model is asked"'}`,
  });
  return false;
}

/**
 * Brings one prompt of a blueprint to an {@link EvalCase}. Reports every finding, never only the first.
 * A prompt that asks nothing is reported as a warning with code `missing-field`.
 * @returns Undefined when it cannot be used: it asks nothing, or something is wrong.
 */
export function readPrompt(session: PromptSession, raw: unknown, path: ValuePath): ReadPrompt | undefined {
  const { context, header } = session;
  if (!checkShape(context, raw, path)) return undefined;
  const before = context.tally.errors;
  checkKeys(context, raw, path, PROMPT_KEYS, { hints: HINTS, grading: GRADING });
  const ownId = readOwnId(session, raw, path);
  const messages = readPromptMessages(context, raw, path);
  const systems = chooseSystems(session, raw, path, messages ?? []);
  const ideal = readIdeal(context, raw, path);
  const points = readPromptPoints(context, raw, path, header, session.said);
  const execution = readPromptExecution(session, raw, path, systems.used);
  const metadata = readPromptMetadata(session, raw, path);
  const weight = readPromptWeight(context, raw, path);
  const tags = readTags(context, raw['tags'], [...path, 'tags']);
  if (messages === undefined) {
    reportWarning(context, path, 'missing prompt', { code: 'missing-field', hint: 'say what the model is asked, as in prompt: "What is 2 + 2?", or give messages' });
  }
  if (messages === undefined || context.tally.errors > before) return undefined;
  const { requiredTools, prohibitedTools, maxCalls, temperature } = raw;
  const id =
    ownId ??
    session.ids.make(
      { messages, system: systems.own, ideal, ...points.written, requiredTools, prohibitedTools, maxCalls, temperature },
      raw,
      path,
    );
  const evalCase: EvalCase = {
    id,
    expectedOutcome: '',
    inputMessages: withSystem(messages, systems.used),
    expectedMessages: ideal === undefined ? [] : [{ role: 'assistant', content: ideal }],
    evaluators: [points.evaluator],
    execution,
    weight,
    tags: tags.length === 0 ? header.tags : [...new Set([...header.tags, ...tags])],
    ...(header.context === undefined || header.context === null ? {} : { context: header.context }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return { evalCase, scored: points.scored };
}
