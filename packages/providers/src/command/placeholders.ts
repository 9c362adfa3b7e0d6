import { basename } from 'node:path';
import { fileParts, type GenerateRequest } from '@assay/schema';
import { conversationText, promptText, requestGuidelines } from '../replies/prompt-text.js';

const PLACEHOLDERS = ['PROMPT', 'GUIDELINES', 'EVAL_ID', 'ATTEMPT', 'FILES', 'OUTPUT_FILE', 'WORKSPACE', 'TARGET_DIR'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Finds placeholders; what they are replaced with is never searched again. */
export const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.join('|')})\\}`, 'gu');

/** Every placeholder as the arguments that it stands for; only FILES may be none or several. */
export type PlaceholderValues = Readonly<Record<Placeholder, readonly string[]>>;

/** True if the command asks for this value anywhere. */
export function usesPlaceholder(command: string | readonly string[], name: Placeholder): boolean {
  const parts = typeof command === 'string' ? [command] : command;
  return parts.some((part) => part.includes(`{${name}}`));
}

/** What stands alone in braces, between blanks or quotes, and is not what code takes out of an object: `const {prompt} = …`. */
const IN_BRACES = /(?<=^|[\s"'=:])\{(\w+)\}(?=$|[\s"',;])(?!\s*=)/gu;

/** Whether a command has a variable of its own by a name, in code: what stands in braces is this variable then, as in `print(f"{prompt}")`. */
function isVariable(name: string, text: string): boolean {
  // Where it gets its value, or is handed on. An option (`--prompt=…`) and a word of the line are none.
  return new RegExp(String.raw`(?<![-\w{$])${name}(?:\s*(?:=(?!\s*['"]?\{)|:=|[,)])|\s+(?:in|of)\s)|(?:\bas|--arg(?:json)?|\bread(?:\s+-\w+)*|\blambda)\s+\$?${name}\b`, 'u').test(text);
}

/** In programs of jq `{name}` is an object of what the input has by this name. */
const JQ = /(?:^|[\s|;&/])jq(?:\s[^|;&{]*)$/u;

/** Placeholders that a command has in other letters, as `{prompt}`, and not as they are written: they stand for nothing. */
export function misspeltPlaceholders(command: string | readonly string[]): readonly (readonly [written: string, meant: Placeholder])[] {
  const text = typeof command === 'string' ? command : command.join('\n');
  const found = [...text.matchAll(IN_BRACES)].flatMap(({ 0: written, 1: name = '', index }) => {
    const meant = PLACEHOLDERS.find((known) => known.replaceAll('_', '') === name.replaceAll('_', '').toUpperCase());
    if (meant === undefined || usesPlaceholder(command, meant)) return [];
    return isVariable(name, text) || JQ.test(text.slice(0, index)) ? [] : [[written, meant] as const];
  });
  return [...new Map(found)];
}

function fileArguments(request: GenerateRequest, format: string | undefined): readonly string[] {
  const files = request.files ?? fileParts(request.messages).filter((part) => !part.guideline);
  const paths = files.map((part) => part.path ?? part.value);
  const words = format?.trim().split(/\s+/u) ?? ['{path}'];
  return paths.flatMap((path) =>
    words.map((word) =>
      word.replaceAll(/\{(path|basename)\}/gu, (_, name) => (name === 'path' ? path : basename(path))),
    ),
  );
}

/** Absolute places that no request tells of. */
interface PlaceholderFolders {
  /** File for the answer; empty for none. */
  readonly outputFile: string;
  /** Folder that the program runs in where a case has no workspace. */
  readonly targetFolder: string;
}

/** What the placeholders stand for in one request. */
export function placeholderValues(
  request: GenerateRequest,
  command: string | readonly string[],
  filesFormat: string | undefined,
  { outputFile, targetFolder }: PlaceholderFolders,
): PlaceholderValues {
  return {
    PROMPT: [usesPlaceholder(command, 'GUIDELINES') ? conversationText(request) : promptText(request)],
    GUIDELINES: [requestGuidelines(request)],
    EVAL_ID: [request.caseId ?? ''],
    ATTEMPT: [String(request.attempt ?? 1)],
    FILES: fileArguments(request, filesFormat),
    OUTPUT_FILE: [outputFile],
    WORKSPACE: [request.workspace?.path ?? ''],
    TARGET_DIR: [targetFolder],
  };
}
