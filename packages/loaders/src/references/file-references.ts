import { readFile } from 'node:fs/promises';
import { errorText, isPartList, reportError, type EvalCase, type FilePart, type LoadTrust, type Message, type NamingHint, type NormalizeContext, type ValuePath } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { decodeText } from '../files/text-encoding.js';
import { findFile, type FoundFile } from './find-file.js';
import { guidelineMatcher } from './guidelines.js';
import { attachmentType } from './media-type.js';

/** Largest text file that becomes part of a message, in bytes. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
/** Texts kept for the next case that refers to the same file, in characters over all. */
const MAX_KEPT = 16 * 1024 * 1024;

/** A file part of a message, and where its `value` stands. */
export interface FileReference {
  readonly part: FilePart;
  readonly path: ValuePath;
}

export interface ReferenceOptions {
  /** Folder of the dataset. */
  readonly directory: string;
  readonly projectRoot: string;
  readonly workingDirectory: string;
  readonly guidelinePatterns?: readonly string[] | undefined;
  /** For datasets that nobody vouches for: which files they may name. */
  readonly trust?: LoadTrust | undefined;
}

interface Problem extends NamingHint {
  readonly message: string;
  /** True for a file that is there and may not be read. */
  readonly refused?: boolean | undefined;
}

/** Reads the files that the messages of one dataset refer to. */
export interface FileReferences {
  /** The case with its files read. What is wrong is reported to the context. */
  attach(evalCase: EvalCase, references: readonly FileReference[], context: NormalizeContext): Promise<EvalCase>;
}

function explain(found: Exclude<FoundFile, { kind: 'found' }>, value: string, options: ReferenceOptions): Problem {
  const root = displayPath(options.projectRoot, options.workingDirectory);
  switch (found.kind) {
    case 'missing': {
      const searched = found.searched.map((path) => displayPath(path, options.workingDirectory)).join(', ');
      return {
        message: `the file ${JSON.stringify(value)} was not found; searched: ${searched}`,
        hint: /^[a-z]+:\/\//iu.test(value)
          ? 'download it and refer to the copy: only files can be attached'
          : 'write its path relative to the folder of this file, or to a folder above it',
      };
    }
    case 'outside':
      return {
        message: `the file ${JSON.stringify(value)} lies outside the project root ${root}${found.reason === 'link' ? ' (through a symbolic link)' : ''}`,
        hint: 'move it into the project',
        refused: true,
      };
    case 'refused':
      return {
        message: `the file ${JSON.stringify(value)} ${found.reason}, and a file that is not trusted names no such file`,
        hint: 'refer to another file; or look at this one, and vouch for the suite',
        namedOptions: [{ name: 'untrusted', value: false }],
        refused: true,
      };
    case 'not-a-file':
      return { message: `${JSON.stringify(value)} is not a regular file`, hint: 'refer to a single file' };
    case 'unreadable':
      return { message: `the file ${JSON.stringify(value)} cannot be read: ${found.reason}`, hint: 'check its permissions' };
  }
}

async function readText(path: string, size: number, value: string): Promise<string | Problem> {
  if (size > MAX_TEXT_BYTES) {
    return {
      message: `the file ${JSON.stringify(value)} has ${Math.ceil(size / 1024 / 1024)} MB; a text in a message may have ${MAX_TEXT_BYTES / 1024 / 1024} MB`,
      hint: 'refer to a shorter file',
    };
  }
  try {
    const text = decodeText(await readFile(path));
    if (typeof text === 'string') return text;
    return {
      message: `the file ${JSON.stringify(value)} cannot be put into a message: ${text.message}`,
      hint: 'attach texts in UTF-8, images (PNG, JPEG, GIF, WebP, BMP) or PDF files',
    };
  } catch (error) {
    return explain(
      { kind: 'unreadable', reason: errorText(error) },
      value,
      { directory: '', projectRoot: '', workingDirectory: '' },
    );
  }
}

function replaceParts(messages: readonly Message[], replaced: ReadonlyMap<unknown, FilePart>): readonly Message[] {
  return messages.map((message) =>
    isPartList(message.content)
      ? { ...message, content: message.content.map((part) => replaced.get(part) ?? part) }
      : message,
  );
}

/** Makes the reader of the files of one dataset. A file that many cases refer to is read once. */
export function createFileReferences(options: ReferenceOptions): FileReferences {
  const isGuideline = guidelineMatcher(options.projectRoot, options.guidelinePatterns);
  const kept = new Map<string, FilePart>();
  let keptSize = 0;

  async function read(part: FilePart): Promise<FilePart | Problem> {
    const known = kept.get(part.value);
    if (known) return known;
    const found = await findFile(part.value, options);
    if (found.kind !== 'found') return explain(found, part.value, options);
    const guideline = isGuideline(found.path) ? { guideline: true } : {};
    const base: FilePart = { type: 'file', value: part.value, path: found.path };
    const mediaType = attachmentType(found.path);
    if (mediaType !== undefined) return { ...base, mediaType, ...guideline };
    const text = await readText(found.path, found.size, part.value);
    if (typeof text !== 'string') return text;
    const result: FilePart = { ...base, text, ...guideline };
    if (keptSize + text.length > MAX_KEPT) {
      kept.clear();
      keptSize = 0;
    }
    kept.set(part.value, result);
    keptSize += text.length;
    return result;
  }

  return {
    async attach(evalCase, references, context) {
      const replaced = new Map<unknown, FilePart>();
      for (const { part, path } of references) {
        // A case that was printed by Assay carries its texts with it. One that nobody vouches for could say
        // any path beside them, which programs are handed.
        if (part.text !== undefined && !options.trust) continue;
        const result = await read(part);
        if ('message' in result && result.refused && options.trust) {
          const message = `${context.linePrefix ?? ''}${result.message}`;
          options.trust.onRefused({ severity: 'error', code: 'untrusted', message, hint: result.hint, namedOptions: result.namedOptions, location: context.locate(path) });
        } else if ('message' in result) reportError(context, path, result.message, { code: 'file-reference', hint: result.hint });
        else replaced.set(part, result);
      }
      if (replaced.size === 0) return evalCase;
      return {
        ...evalCase,
        inputMessages: replaceParts(evalCase.inputMessages, replaced),
        ...(evalCase.prompts ? { prompts: evalCase.prompts.map((prompt) => ({ ...prompt, inputMessages: replaceParts(prompt.inputMessages, replaced) })) } : {}),
        expectedMessages: replaceParts(evalCase.expectedMessages, replaced),
      };
    },
  };
}
