import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import type { AnswerMessage, ScoreDescription, ScriptAnswer } from './protocol.js';

/** Longer ones than any that the sandbox gives. */
const LONGEST_TEXT = 11_000;

function textAt(answer: JsonObject, key: string): string | undefined {
  const text = answer[key];
  return typeof text === 'string' && text.length <= LONGEST_TEXT ? text : undefined;
}

function decodeScore(answer: JsonValue | undefined): ScoreDescription | undefined {
  if (!isJsonObject(answer)) return undefined;
  const { type, value, truthy } = answer;
  if (type === 'boolean' && typeof value === 'boolean') return { type, value };
  if (type === 'number' && typeof value === 'number' && Number.isFinite(value)) return { type, value };
  const shown = textAt(answer, 'shown');
  if (type === 'other' && shown !== undefined && typeof truthy === 'boolean') return { type, shown, truthy };
  return undefined;
}

function decodeObject(answer: JsonObject): ScriptAnswer | undefined {
  switch (answer['type']) {
    case 'promise':
    case 'timeout':
      return { type: answer['type'] };
    case 'scored': {
      const score = decodeScore(answer['score']);
      if (!score) return undefined;
      if (answer['explain'] === undefined) return { type: 'scored', score };
      const explain = textAt(answer, 'explain');
      return explain === undefined ? undefined : { type: 'scored', score, explain };
    }
    case 'thrown': {
      const name = textAt(answer, 'name');
      const message = textAt(answer, 'message');
      return name === undefined || message === undefined ? undefined : { type: 'thrown', name, message };
    }
    case 'crash': {
      const message = textAt(answer, 'message');
      return message === undefined ? undefined : { type: 'crash', message };
    }
    default:
      return decodeScore(answer);
  }
}

/** The answers that most scripts give: they need not be parsed. */
const USUAL: ReadonlyMap<unknown, ScriptAnswer> = new Map([true, false].map((value) => [JSON.stringify({ type: 'boolean', value }), { type: 'boolean', value }]));

/**
 * Reads an answer of the thread. It was written where a script ran: whatever is no answer as the
 * sandbox writes them is a crash, and never an error of the one who reads.
 */
export function decodeAnswer(json: unknown): ScriptAnswer {
  const usual = USUAL.get(json);
  if (usual) return usual;
  let answer: unknown;
  try {
    answer = JSON.parse(String(json));
  } catch {
    answer = undefined;
  }
  return (isJsonObject(answer) ? decodeObject(answer) : undefined) ?? { type: 'crash', message: 'its answer cannot be read' };
}

/** The answers of a message, each with the id of its job. */
export function decodeAnswers(message: AnswerMessage): readonly (readonly [id: number, answer: ScriptAnswer])[] {
  if (message === '') return [];
  return message.split('\n').map((line) => {
    const end = line.indexOf(' ');
    return [Number(line.slice(0, end)), decodeAnswer(line.slice(end + 1))];
  });
}
