import { nearestMatch, ProviderError, type GenerateRequest } from '@assay/schema';
import { promptText } from '../replies/prompt-text.js';
import type { RecordedRow, Recording } from './read-recording.js';

const SHOWN_IDS = 10;

/** Which reply of its conversation a request asks for, counted from 1. */
function turnOf({ messages }: GenerateRequest): number {
  return 1 + messages.filter(({ role, generated }) => role === 'assistant' && generated === true).length;
}

/** Rows name a suite by its name, or among suites of one name by its path. */
function isOfSuite(named: string, { suite, suitePath }: GenerateRequest): boolean {
  return named === suite || named === suitePath;
}

/** How exactly a row names the request; undefined when it names another one. */
function exactness(row: RecordedRow, request: GenerateRequest): number | undefined {
  const turn = turnOf(request);
  // A row of an id alone is the one reply of its case: given for every turn it would count several times.
  if (row.turn === undefined ? row.match.length === 0 && turn > 1 : row.turn !== turn) return undefined;
  if (row.suite !== undefined && !isOfSuite(row.suite, request)) return undefined;
  if (row.repeat !== undefined && row.repeat !== (request.repeat ?? 1)) return undefined;
  const named = [row.suite, row.repeat, row.turn].filter((value) => value !== undefined).length;
  return named + (row.match.length > 0 ? 1 : 0);
}

function best(rows: readonly RecordedRow[], request: GenerateRequest, prompt: () => string): RecordedRow | undefined {
  let found: RecordedRow | undefined;
  let highest = -1;
  for (const row of rows) {
    const level = exactness(row, request);
    if (level === undefined || level <= highest) continue;
    if (row.match.length > 0 && !row.match.every((text) => prompt().includes(text))) continue;
    found = row;
    highest = level;
  }
  return found;
}

function missing(recording: Recording, request: GenerateRequest, target: string): ProviderError {
  const ids = [...recording.byId.keys()];
  const asked = request.caseId === undefined ? 'this prompt' : `case "${request.caseId}"`;
  const where = [
    request.suite === undefined ? '' : ` of suite "${request.suite}"`,
    request.repeat === undefined ? '' : `, repeat ${request.repeat}`,
  ];
  const near = request.caseId === undefined ? undefined : nearestMatch(request.caseId, ids);
  const listed = ids.slice(0, SHOWN_IDS).join(', ') + (ids.length > SHOWN_IDS ? `, … (${ids.length} in all)` : '');
  const present =
    ids.length === 0
      ? `it has ${recording.byPrompt.length} rows that are found by their prompt`
      : `recorded ids: ${listed}`;
  return new ProviderError(`target "${target}": ${recording.file} has no reply for ${asked}${where.join('')}`, {
    kind: 'no_recording',
    target,
    hint: `${near === undefined || near === request.caseId ? '' : `did you mean "${near}"? `}${present}`,
  });
}

/** A case that is recorded, but not for the turn that is asked for. */
function missingTurn(rows: readonly RecordedRow[], recording: Recording, request: GenerateRequest, target: string): ProviderError {
  const [first] = rows;
  const turn = turnOf(request);
  const id = JSON.stringify(request.caseId);
  return new ProviderError(
    `target "${target}": the conversation of case ${id} asks for reply ${turn}, and ${recording.file} has none for that turn`,
    {
      kind: 'no_recording',
      target,
      location: { file: recording.file, line: first?.line ?? 1, column: 1 },
      hint:
        `write a row for each reply: {"id": ${id}, "turn": 1, "text": "…"}, {"id": ${id}, "turn": 2, "text": "…"}; ` +
        'a whole conversation as one reply is scored as an output of its case (assay score FILE --outputs, or outputs of a program)',
    },
  );
}

/**
 * The row that answers a request: by case id, the one that names suite and repeat most exactly;
 * otherwise the first of the rows whose texts all stand in the prompt. Where a conversation has
 * several replies, rows name their turn.
 * @throws ProviderError (no_recording) when there is none.
 */
export function findRecording(recording: Recording, request: GenerateRequest, target: string): RecordedRow {
  let text: string | undefined;
  const prompt = (): string => (text ??= promptText(request));
  const byId = request.caseId === undefined ? undefined : recording.byId.get(request.caseId);
  const found = best(byId ?? [], request, prompt) ?? best(recording.byPrompt, request, prompt);
  if (!found) {
    throw byId && turnOf(request) > 1 ? missingTurn(byId, recording, request, target) : missing(recording, request, target);
  }
  return found;
}
