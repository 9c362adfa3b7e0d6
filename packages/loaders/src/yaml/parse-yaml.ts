import type { Diagnostic, SourceDocument, SourceLocation } from '@assay/schema';
import { Composer, LineCounter, type Document } from 'yaml';
import { depthProblem, examineDocument, type DocumentProblem } from './examine-document.js';
import { offsetAt, writtenAt } from './locate-node.js';
import { keepWrittenIds } from './written-ids.js';
import { withLineEnds } from './line-ends.js';
import { maySayUnbounded, unboundedNumbers } from './unbounded-numbers.js';
import { hideSecretAt } from './hide-secret-at.js';
import { wholeFloats } from './whole-floats.js';
import { yamlProblem } from './yaml-problems.js';
import { TooNested, yamlTokens } from './yaml-tokens.js';

export interface ParsedYaml {
  /** The documents that hold something. */
  readonly documents: readonly SourceDocument[];
  /** Errors and warnings of the syntax. */
  readonly diagnostics: readonly Diagnostic[];
  /** False when an error leaves no values that are worth checking. */
  readonly usable: boolean;
}

type Place = (offset: number) => SourceLocation;

function problemAt({ code, message, hint, offset, related }: DocumentProblem, place: Place): Diagnostic {
  return {
    severity: 'error',
    code,
    message,
    hint,
    location: place(offset),
    ...(related ? { related: { message: related.message, location: place(related.offset) } } : {}),
  };
}

/** What a comment hides in editors that show a carriage return as the end of a line. */
function hiddenByComment(offset: number, place: Place): Diagnostic {
  return {
    severity: 'warning',
    code: 'invalid-yaml',
    message: 'YAML: a carriage return (\\r) stands in this comment: what comes after it on the line is part of the comment, and not read',
    hint: 'save the file with one kind of line ends, those of Unix or Windows',
    location: place(offset),
  };
}

function toValue(doc: Document.Parsed): unknown {
  // How much aliases unfold to has been looked at.
  return doc.toJS({ maxAliasCount: -1 });
}

function collect(docs: readonly Document.Parsed[], place: Place, text: string): ParsedYaml {
  const diagnostics: Diagnostic[] = [];
  const documents: SourceDocument[] = [];
  let usable = true;
  const suspect = maySayUnbounded(text);
  for (const doc of docs) {
    for (const warning of doc.warnings) diagnostics.push(hideSecretAt(yamlProblem(warning, place, text), text, warning.pos[0]));
    const [syntax] = doc.errors;
    if (syntax) {
      // The errors after the first are mostly its consequences.
      diagnostics.push(hideSecretAt(yamlProblem(syntax, place, text), text, syntax.pos[0]));
      usable = false;
      continue;
    }
    const examined = examineDocument(doc);
    const isWhole = !examined.some(({ fatal }) => fatal);
    if (isWhole) keepWrittenIds(doc);
    const problems = isWhole && suspect ? [...examined, ...unboundedNumbers(doc)] : examined;
    for (const found of problems) diagnostics.push(hideSecretAt(problemAt(found, place), text, found.offset));
    if (problems.some(({ fatal }) => fatal)) {
      usable = false;
      continue;
    }
    const value = toValue(doc);
    if (value === null) continue;
    documents.push({
      value,
      locate: (path, which) => place(offsetAt(doc, path, which)),
      written: (path) => writtenAt(doc, path),
    });
  }
  return { documents, diagnostics, usable };
}

/**
 * Parses a YAML stream (JSON included) to plain values with positions. Never throws: what is wrong is
 * in the diagnostics.
 * @param shown The file's name in locations.
 */
export function parseYaml(written: string, shown: string): ParsedYaml {
  const text = withLineEnds(written);
  const lineCounter = new LineCounter();
  const place: Place = (offset) => {
    const { line, col } = lineCounter.linePos(offset);
    return { file: shown, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const composer = new Composer({ prettyErrors: false, merge: true, uniqueKeys: false, customTags: [wholeFloats] });
    const hidden: number[] = [];
    const onComment = (comment: string, start: number): void => {
      const at = comment.search(/\r\s*\S/u);
      if (at >= 0) hidden.push(start + at);
    };
    const parsed = collect([...composer.compose(yamlTokens(text, lineCounter, text.includes('\r') ? onComment : undefined))], place, text);
    return hidden.length === 0 ? parsed : { ...parsed, diagnostics: [...hidden.map((offset) => hiddenByComment(offset, place)), ...parsed.diagnostics] };
  } catch (error) {
    if (!(error instanceof TooNested)) throw error;
    return { documents: [], diagnostics: [problemAt(depthProblem(error.offset), place)], usable: false };
  }
}
