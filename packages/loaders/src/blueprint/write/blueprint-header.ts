import { basename, extname } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, type WriteRequest } from '@assay/schema';
import { blueprintModels } from './blueprint-models.js';
import type { CasePoints } from './case-points.js';
import { inCommon, promptSystems } from './prompt-systems.js';
import { loseSettings } from '../../writing/lost-settings.js';
import { present } from '../../writing/present.js';

/** What a header says for all prompts, so that they need not. */
export interface WrittenHeader {
  readonly entry: JsonObject;
  readonly tags: readonly string[];
  readonly system: JsonValue | undefined;
  readonly temperature: number | undefined;
  readonly temperatures: readonly number[] | undefined;
  readonly noCache: boolean | undefined;
  readonly renderAs: JsonValue | undefined;
  readonly judging: JsonObject | undefined;
  readonly context: JsonValue | undefined;
}

/** A title alone, or a URL alone, is written as one text. */
function writtenReference(reference: JsonValue): JsonValue {
  if (!isJsonObject(reference)) return reference;
  const { title, url, ...rest } = reference;
  if (typeof title !== 'string' || Object.keys(rest).length > 0) return reference;
  const isUrl = /^https?:\/\/\S+$/u.test(title);
  return (url === undefined && !isUrl) || (url === title && isUrl) ? title : reference;
}

export function writtenReferences(references: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(references) ? (references as readonly JsonValue[]).map(writtenReference) : undefined;
}

function writtenAuthor(author: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(author) && Object.keys(author).length === 1 && typeof author['name'] === 'string' ? author['name'] : author;
}

function writtenJudge(judge: JsonValue): JsonValue {
  return isJsonObject(judge) && judge['approach'] === undefined ? { ...judge, approach: 'standard' } : judge;
}

function writtenJudging(judging: JsonObject | undefined): JsonObject | undefined {
  if (!judging || Object.keys(judging).length === 0) return undefined;
  const { scale, judges, backup } = judging;
  return {
    'llm-coverage': present({
      judges: Array.isArray(judges) ? (judges as readonly JsonValue[]).map(writtenJudge) : undefined,
      backup: backup === undefined ? undefined : writtenJudge(backup),
      useExperimentalScale: scale === 'nine_point' ? true : undefined,
    }),
  };
}

function writtenToolUse(use: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(use)) return undefined;
  const { max_steps: maxSteps, output_format: outputFormat, ...rest } = use;
  return { ...rest, ...present({ maxSteps, outputFormat }) };
}

function baseName(file: string): string {
  return basename(file, extname(file));
}

/** A title is said unless it is the name that the file gives the blueprint. */
function writtenTitle({ suite, out }: WriteRequest, title: JsonValue | undefined): JsonValue | undefined {
  if (suite.dialect !== 'blueprint') return suite.name;
  const renamed = out !== undefined && baseName(out) !== baseName(suite.file);
  return title === suite.name && !renamed ? undefined : title;
}

/** Tags that all prompts begin with, because the header gave them. */
function headerTags({ suite, cases }: WriteRequest): readonly string[] {
  const tags = suite.metadata?.['tags'];
  const list = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  return cases.every(({ evalCase }) => list.every((tag, index) => evalCase.tags[index] === tag)) ? list : [];
}

function commonOr<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : inCommon(values);
}

function loseRest(request: WriteRequest, known: readonly string[]): void {
  const { suite, notes, lose } = request;
  for (const key of Object.keys({ ...suite.metadata, ...notes.suite })) {
    if (!known.includes(key)) lose(undefined, key, 'the header of a blueprint has no place for it');
  }
}

const KNOWN = ['title', 'author', 'references', 'tags', 'render_as', 'tools', 'tool_use', 'note', 'notes'];

/** What stands above the prompts. */
export function blueprintHeader(request: WriteRequest, points: readonly CasePoints[]): WrittenHeader {
  const { suite, cases, notes } = request;
  const { title, author, references, render_as: renderAs, tools, tool_use: toolUse } = suite.metadata ?? {};
  const { temperature, temperatures, noCache } = suite.execution;
  const models = blueprintModels(request);
  const tags = headerTags(request);
  const system = inCommon(cases.map(({ evalCase }) => promptSystems(evalCase).system));
  const judging = commonOr(points.map((one) => one.judging));
  const context = commonOr(cases.map(({ evalCase }) => evalCase.context)) ?? undefined;
  const { author: noted } = notes.suite;
  const names = author ?? (typeof noted === 'string' ? noted : undefined);
  loseRest(request, noted === undefined || noted === names ? KNOWN : KNOWN.filter((key) => key !== 'author'));
  loseSettings(request, 'a blueprint asks nothing of a run');
  const entry = present({
    title: writtenTitle(request, title),
    description: suite.description === '' ? undefined : suite.description,
    author: writtenAuthor(names),
    references: writtenReferences(references),
    tags: tags.length === 0 ? undefined : tags,
    note: notes.suite['note'],
    notes: notes.suite['notes'],
    models: models.length === 0 ? undefined : models,
    system,
    temperature,
    temperatures,
    evaluationConfig: writtenJudging(judging),
    tools,
    toolUse: writtenToolUse(toolUse),
    context,
    render_as: renderAs,
    noCache,
  });
  return { entry, tags, system, temperature, temperatures, noCache, renderAs, judging, context };
}
