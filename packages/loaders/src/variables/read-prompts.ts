import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import {
  describeKind,
  isJsonObject,
  reportError,
  type Diagnostic,
  type GivenPrompt,
  type JsonValue,
  type Message,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';
import type { LoadSession } from '../dialect/load-session.js';
import { displayPath } from '../files/display-path.js';
import { startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { readMessages } from '../messages/messages.js';
import { contains, reallyContains } from '../references/contains.js';
import { oneDocument } from '../yaml/one-document.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { TemplateTexts } from './fill-in.js';
import { PromptError, promptTemplate, type PromptPlace, type PromptTemplate } from './prompt-template.js';

const HOW = 'write a text with {{ variables }}, the path of a file (file://prompts/short.md), a list of messages, or { name: short, text: "…" }';
const PROMPT_FILE = /^\S*\.(?:md|markdown|txt|liquid|prompt|njk|j2|json|yaml|yml)$/iu;
const CHAT_FILES: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);

/** True for a file of the project that is not there. What is outside of it is nobody's to know, also behind a link. */
function isMissing(projectRoot: string, file: string): boolean {
  const folder = dirname(file);
  return contains(projectRoot, file) && !lstatSync(file, { throwIfNoEntry: false }) && (!existsSync(folder) || reallyContains(projectRoot, folder));
}
const NAMES = ['name', 'label', 'id'] as const;
const TEXTS = ['text', 'raw', 'prompt', 'content'] as const;

/** A prompt as it is written. */
interface Written {
  readonly name: string | undefined;
  readonly content: { readonly file: string } | { readonly messages: readonly Message[]; readonly place: PromptPlace } | undefined;
}

/** Marks of variants have no spaces. */
function markOf(name: string): string {
  return name.replaceAll(/\s+/gu, '-');
}

function asksFor(content: string): readonly Message[] {
  return [{ role: 'user', content }];
}

function fileOf(text: string): string | undefined {
  if (text.startsWith('file://')) return text.slice('file://'.length);
  return PROMPT_FILE.test(text) && !/[{}]/u.test(text) ? text : undefined;
}

/** Reads `prompts` of one suite. */
class PromptReader {
  readonly #texts: TemplateTexts;
  readonly #session: LoadSession;
  readonly #context: NormalizeContext;
  readonly sources: string[] = [];

  constructor(texts: TemplateTexts, session: LoadSession, context: NormalizeContext) {
    this.#texts = texts;
    this.#session = session;
    this.#context = context;
  }

  async read(raw: unknown, path: ValuePath): Promise<readonly PromptTemplate[]> {
    const list = typeof raw === 'string' || isJsonObject(raw) ? [raw] : raw;
    if (!Array.isArray(list) || list.length === 0) {
      reportError(this.#context, path, `prompts must be a list with a prompt at least, not ${Array.isArray(list) ? 'an empty list' : describeKind(list)}`, { hint: HOW });
      return [];
    }
    const read: PromptTemplate[] = [];
    const taken = new Set<string>();
    for (const [index, item] of list.entries()) {
      const itemPath = [...path, index];
      const written = this.#written(item, itemPath);
      const prompt = written.content && (await this.#template(written, index, itemPath));
      if (!prompt) continue;
      const mark = markOf(prompt.name);
      if (taken.has(mark)) {
        reportError(this.#context, itemPath, `two prompts are named "${prompt.name}", as marks of variants show it: ${mark}`, { code: 'duplicate-name', hint: 'give each a name of its own: { name: short, text: "…" }' });
      }
      taken.add(mark);
      read.push(prompt);
    }
    return read;
  }

  async given(prompts: readonly GivenPrompt[]): Promise<readonly PromptTemplate[]> {
    const read: PromptTemplate[] = [];
    for (const [index, prompt] of prompts.entries()) {
      const content = 'file' in prompt ? { file: prompt.file } : { messages: asksFor(prompt.text), place: { location: startOf(prompt.place ?? 'prompts'), text: prompt.text } };
      const template = await this.#template({ name: undefined, content }, index, []);
      if (!template) continue;
      const name = read.some((other) => markOf(other.name) === markOf(template.name)) ? `${template.name} ${index + 1}` : template.name;
      read.push({ ...template, name, fillIn: (variables) => ({ ...template.fillIn(variables), name }) });
    }
    return read;
  }

  #written(item: unknown, path: ValuePath): Written {
    if (typeof item === 'string') return { name: undefined, content: this.#text(item, path) };
    if (Array.isArray(item)) return { name: undefined, content: this.#messages(item, path) };
    if (!isJsonObject(item)) return this.#wrong(path, `a prompt cannot be ${describeKind(item)}`);
    const nameKey = NAMES.find((key) => item[key] !== undefined);
    const name = nameKey === undefined ? undefined : item[nameKey];
    if (name !== undefined && (typeof name !== 'string' || name.trim() === '')) return this.#wrong([...path, nameKey ?? 'name'], 'the name of a prompt must be a text');
    const textKey = TEXTS.find((key) => item[key] !== undefined);
    const { messages, file } = item;
    const named = typeof name === 'string' ? name.trim() : undefined;
    const other = Object.keys(item).find((key) => ![...NAMES, ...TEXTS, 'messages', 'file', 'note'].includes(key));
    if (other !== undefined) return this.#wrong([...path, other], `a prompt has no "${other}"`);
    if (typeof file === 'string') return { name: named, content: { file } };
    if (messages !== undefined) return { name: named, content: this.#messages(messages, [...path, 'messages']) };
    const text = textKey === undefined ? undefined : item[textKey];
    if (Array.isArray(text)) return { name: named, content: this.#messages(text, [...path, textKey ?? 'text']) };
    if (typeof text === 'string') return { name: named, content: this.#text(text, [...path, textKey ?? 'text']) };
    // promptfoo: `- id: file://prompt.txt`.
    if (typeof item['id'] === 'string' && fileOf(item['id']) !== undefined) return { name: typeof item['label'] === 'string' ? item['label'] : undefined, content: this.#text(item['id'], [...path, 'id']) };
    return this.#wrong(path, 'a prompt needs a text, messages or a file');
  }

  #wrong(path: ValuePath, message: string): Written {
    reportError(this.#context, path, message, { hint: HOW });
    return { name: undefined, content: undefined };
  }

  #text(text: string, path: ValuePath): Written['content'] {
    if (text.trim() === '') return this.#wrong(path, 'a prompt must not be empty').content;
    const file = fileOf(text.trim());
    return file === undefined ? { messages: asksFor(text), place: { location: this.#context.locate(path) } } : { file };
  }

  #messages(value: readonly unknown[] | JsonValue, path: ValuePath, context = this.#context): Written['content'] {
    if (!Array.isArray(value) || value.length === 0) return this.#wrong(path, `the messages of a prompt must be a list, not ${Array.isArray(value) ? 'an empty one' : describeKind(value)}`).content;
    const before = context.tally.errors;
    const onFile = (_: unknown, filePath: ValuePath): void => reportError(context, filePath, 'a prompt cannot attach files', { hint: 'write what they say into its text' });
    const messages = readMessages({ ...context, onFile }, value, path);
    return context.tally.errors > before ? undefined : { messages, place: { location: context.locate(path) } };
  }

  async #template({ name, content }: Written, index: number, path: ValuePath): Promise<PromptTemplate | undefined> {
    if (!content) return undefined;
    const isFile = 'file' in content;
    const read = isFile ? await this.#file(content.file, path) : content;
    if (!read) return undefined;
    await this.#texts.prepare(read.messages);
    const own = name ?? (isFile ? basename(content.file, extname(content.file)) : `prompt ${index + 1}`);
    try {
      return promptTemplate(this.#texts, own, read.messages, read.place);
    } catch (error) {
      if (!(error instanceof PromptError)) throw error;
      this.#context.tally.errors += 1;
      this.#context.report({ severity: 'error', code: 'template', message: error.message, hint: error.problem.hint, location: error.location });
      return undefined;
    }
  }

  async #file(written: string, path: ValuePath): Promise<{ readonly messages: readonly Message[]; readonly place: PromptPlace } | undefined> {
    const { directory, projectRoot, workingDirectory } = this.#session;
    const file = resolve(directory, written);
    const shown = displayPath(file, workingDirectory);
    if (path.length > 0 && isMissing(projectRoot, file)) {
      reportError(this.#context, path, `the prompt file ${JSON.stringify(written)} was not found; tried ${file}`, { code: 'file-reference', hint: 'give its path relative to the folder of this file; a prompt that only looks like a path is written { name: short, text: "…" }' });
      return undefined;
    }
    if (path.length > 0 && !reallyContains(projectRoot, file)) {
      reportError(this.#context, path, `the prompt file ${JSON.stringify(written)} leads out of the project ${projectRoot}`, { code: 'file-reference', hint: 'put the file into the project' });
      return undefined;
    }
    const text = await readSource(file, shown);
    this.sources.push(file);
    if (CHAT_FILES.has(extname(file).toLowerCase())) return this.#chat(text, shown);
    if (text.trim() !== '') return { messages: asksFor(text.replace(/\r?\n$/u, '')), place: { location: startOf(shown), text } };
    return this.#empty(shown);
  }

  #empty(shown: string): undefined {
    this.#found({ severity: 'error', code: 'empty-file', message: 'the file of a prompt is empty', hint: HOW, location: startOf(shown) });
  }

  /** Something about a file of its own. */
  #found(finding: Diagnostic): void {
    if (finding.severity === 'error') this.#context.tally.errors += 1;
    this.#context.report(finding);
  }

  /** A file of messages: their texts are templates, the file is none, so that no value can add a message. */
  #chat(text: string, shown: string): { readonly messages: readonly Message[]; readonly place: PromptPlace } | undefined {
    const parsed = parseYaml(text, shown);
    for (const finding of parsed.diagnostics) this.#found(finding);
    const document = oneDocument(parsed, (finding) => this.#found(finding));
    if (!parsed.usable) return undefined;
    if (!document) return this.#empty(shown);
    const context: NormalizeContext = { ...this.#context, parseFlow, locate: (path, which) => document.locate(path, which), writtenAt: (path) => document.written(path) };
    const read = this.#messages(document.value as JsonValue, [], context);
    return read && 'messages' in read ? read : undefined;
  }
}

/** The prompts of a suite, with the files that they stand in. What is wrong goes to the context. */
export async function readPrompts(
  texts: TemplateTexts,
  raw: unknown,
  { session, context }: { readonly session: LoadSession; readonly context: NormalizeContext },
): Promise<{ readonly prompts: readonly PromptTemplate[]; readonly sources: readonly string[] }> {
  const reader = new PromptReader(texts, session, context);
  const { prompts: given } = session.options;
  const prompts = given && given.length > 0 ? await reader.given(given) : raw === undefined || raw === null ? [] : await reader.read(raw, ['prompts']);
  return { prompts, sources: reader.sources };
}
