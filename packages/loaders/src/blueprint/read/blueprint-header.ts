import {
  BLUEPRINT_ALIASES,
  type CaseExecution,
  checkKeys,
  type GradingKeys,
  type JsonObject,
  type JsonValue,
  type KeyHints,
  type NormalizeContext,
  pickKey,
  type PointReader,
  readText,
  reportInfo,
  reportWarning,
  type TargetDefinition,
  type ValuePath,
} from '@assay/schema';
import { readTags } from '../../fields/tags.js';
import { createPointReader } from './point-definitions.js';
import { readAuthor } from './author.js';
import { HEADER_KEYS, PROMPT_ONLY_KEYS } from './blueprint-keys.js';
import { readEvaluationConfig, type Judging } from './models/evaluation-config.js';
import { judgeHints } from '../../fields/judge-names.js';
import { readFlag } from '../../fields/flag.js';
import { readModels } from './models/models.js';
import { readReferences } from './references.js';
import { readRenderAs } from './render-as.js';
import type { Located } from './split-documents.js';
import { readSystems } from './systems.js';
import { readTemperature, readTemperatures } from './temperatures.js';
import { readTools, readToolUse } from './tools.js';

/** Points belong to prompts; how they are judged stands in the header. */
const GRADING: GradingKeys = { read: ['evaluationConfig', 'point_defs', 'prompts'], how: 'write points under should and should_not of each prompt' };

/** What a header says about all prompts. Without a header everything has its default. */
export interface BlueprintHeader {
  readonly description: string;
  readonly metadata: JsonObject;
  readonly execution: CaseExecution;
  /** Where the targets of `execution` are written, in their order. */
  readonly targetPaths: readonly ValuePath[];
  readonly targets: readonly TargetDefinition[];
  readonly tags: readonly string[];
  /** System prompts of the prompts that have none: none, one, or several to compare. */
  readonly systems: readonly (string | null)[];
  readonly judging: Judging;
  readonly points: PointReader;
  readonly context: JsonValue | undefined;
  readonly renderAs: string | undefined;
  /** Names of the tools that are declared; undefined when none are. */
  readonly toolNames: ReadonlySet<string> | undefined;
}

const HINTS: KeyHints = {
  ...Object.fromEntries(PROMPT_ONLY_KEYS.map((key) => [key, 'prompts stand under prompts:, or in documents of their own after a line ---'])),
  concurrency: { hint: 'say how many requests may be under way at once with workers: on a target, or as you start the run', namedOptions: [{ name: 'concurrency' }] },
  ...judgeHints('write judges: [{ model: NAME }] under llm-coverage: in evaluationConfig'),
  externalServices: 'services are not called: points with $call are not scored',
};

/** The file's place names a blueprint, so that two of them never have the same name. */
function noteId(context: NormalizeContext, raw: JsonObject, path: ValuePath): void {
  for (const key of ['id', 'configId']) {
    if (raw[key] === undefined || raw[key] === null) continue;
    reportInfo(context, [...path, key], `${key} is ignored: a blueprint is named after its file`, {
      code: 'lint-deprecated-id',
      which: 'key',
      hint: 'remove it',
    });
  }
}

function readHeaderSystems(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly (string | null)[] {
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.system, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value));
  return key === undefined ? [null] : readSystems(context, raw[key], [...path, key]);
}

function readExecution(context: NormalizeContext, raw: JsonObject, path: ValuePath, names: readonly string[]): CaseExecution {
  const temperatures = readTemperatures(context, raw, path);
  const temperature = readTemperature(context, raw, path);
  const noCache = readFlag(context, raw, path, 'noCache');
  if (temperatures && temperature !== undefined) {
    reportWarning(context, [...path, 'temperature'], 'temperature has no effect beside temperatures', {
      code: 'no-effect',
      which: 'key',
      hint: 'keep one of the two',
      related: { message: 'temperatures is here', path: [...path, 'temperatures'] },
    });
  }
  return {
    ...(names.length === 0 ? {} : { targets: names }),
    ...(temperatures ? { temperatures } : temperature === undefined ? {} : { temperature }),
    ...(noCache === undefined ? {} : { noCache }),
  };
}

/** Puts together what is worth keeping of the header and changes nothing of a run. */
function readMetadata(context: NormalizeContext, raw: JsonObject, path: ValuePath, name: string, known: JsonObject): JsonObject {
  const titleKey = pickKey(context, raw, path, BLUEPRINT_ALIASES.title);
  const title = titleKey === undefined ? undefined : readText(context, raw, path, titleKey);
  const author = readAuthor(context, raw['author'], [...path, 'author']);
  const references = readReferences(context, raw, path);
  return {
    title: title ?? name,
    ...(author ? { author } : {}),
    ...(references.length > 0 ? { references } : {}),
    ...known,
  };
}

/**
 * Reads what stands beside the prompts of a blueprint.
 * @param name The blueprint's name, which is its title when it has none.
 */
export function readBlueprintHeader(context: NormalizeContext, header: Located<JsonObject> | undefined, name: string): BlueprintHeader {
  const { raw, path } = header ?? { raw: {}, path: [0] };
  checkKeys(context, raw, path, HEADER_KEYS, { hints: HINTS, grading: GRADING });
  noteId(context, raw, path);
  const models = readModels(context, raw['models'], [...path, 'models']);
  const execution = readExecution(context, raw, path, models.names);
  const tags = readTags(context, raw['tags'], [...path, 'tags']);
  const renderAs = readRenderAs(context, raw, path);
  const tools = readTools(context, raw['tools'], [...path, 'tools']);
  const toolUse = readToolUse(context, raw['toolUse'], [...path, 'toolUse']);
  return {
    description: readText(context, raw, path, 'description') ?? '',
    metadata: readMetadata(context, raw, path, name, {
      ...(tags.length > 0 ? { tags } : {}),
      ...(renderAs === undefined ? {} : { render_as: renderAs }),
      ...(tools.length > 0 ? { tools } : {}),
      ...(toolUse ? { tool_use: toolUse } : {}),
    }),
    execution,
    targetPaths: models.paths,
    targets: models.custom,
    tags,
    systems: readHeaderSystems(context, raw, path),
    judging: readEvaluationConfig(context, raw['evaluationConfig'], [...path, 'evaluationConfig']),
    points: createPointReader(context, raw['point_defs'], [...path, 'point_defs']),
    context: raw['context'],
    renderAs,
    toolNames: tools.length > 0 ? new Set(tools.map(({ name: tool }) => tool)) : undefined,
  };
}
