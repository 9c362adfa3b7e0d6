import { nearestMatch, ProviderError, type GenerateRequest } from '@assay/schema';
import { promptText } from '../replies/prompt-text.js';
import type { RecordedRow, Recording } from './read-recording.js';

const SHOWN_IDS = 10;

/** How exactly a row names the request; undefined when it names another one. */
function exactness(row: RecordedRow, request: GenerateRequest): number | undefined {
  if (row.suite !== undefined && row.suite !== request.suite) return undefined;
  if (row.repeat !== undefined && row.repeat !== (request.repeat ?? 1)) return undefined;
  return (row.suite === undefined ? 0 : 1) + (row.repeat === undefined ? 0 : 1) + (row.match.length > 0 ? 1 : 0);
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

/**
 * The row that answers a request: by case id, the one that names suite and repeat most exactly;
 * otherwise the first of the rows whose texts all stand in the prompt.
 * @throws ProviderError (no_recording) when there is none.
 */
export function findRecording(recording: Recording, request: GenerateRequest, target: string): RecordedRow {
  let text: string | undefined;
  const prompt = (): string => (text ??= promptText(request));
  const byId = request.caseId === undefined ? undefined : recording.byId.get(request.caseId);
  const found = best(byId ?? [], request, prompt) ?? best(recording.byPrompt, request, prompt);
  if (!found) throw missing(recording, request, target);
  return found;
}
