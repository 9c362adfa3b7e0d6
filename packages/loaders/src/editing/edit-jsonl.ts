import { composedText, isJsonObject, parseWithIds, type JsonObject, type JsonValue } from '@assay/schema';
import { applyEdits, modify } from 'jsonc-parser';
import type { CaseEditor } from './case-editor.js';
import { ownRubric } from './own-rubric.js';

interface Line {
  readonly text: string;
  readonly raw: JsonObject | undefined;
}

function readLine(text: string): Line {
  try {
    const raw: unknown = parseWithIds(text);
    return { text, raw: isJsonObject(raw) ? raw : undefined };
  } catch {
    return { text, raw: undefined };
  }
}

/** The line with its rubric; all else of it keeps every character that it has. */
function withRubric({ text, raw = {} }: Line, lines: JsonValue): string {
  const place = ownRubric(raw);
  if (place || raw['rubrics'] !== undefined) return applyEdits(text, modify(text, [...(place ?? ['rubrics'])], lines, {}));
  const end = text.lastIndexOf('}');
  const spaced = /"\s*:\s/u.test(text);
  const added = `,${spaced ? ' ' : ''}"rubrics":${spaced ? ' ' : ''}${JSON.stringify(lines)}`;
  const before = text.slice(0, end);
  return before.trimEnd() + added + before.slice(before.trimEnd().length) + text.slice(end);
}

/** Prepares a JSONL dataset for edits; lines of other cases stay byte for byte. */
export function editJsonl(text: string): CaseEditor {
  const lines = text.split('\n').map(readLine);
  return {
    cases: lines.flatMap(({ raw }) => (raw ? [{ id: composedText(String(raw['id'])), hasRubric: ownRubric(raw) !== undefined }] : [])),
    withRubrics(rubrics) {
      const edited = lines.map((line) => {
        const added = line.raw && rubrics.get(composedText(String(line.raw['id'])));
        return added ? withRubric(line, added) : line.text;
      });
      return { text: edited.join('\n'), shared: new Set() };
    },
  };
}
