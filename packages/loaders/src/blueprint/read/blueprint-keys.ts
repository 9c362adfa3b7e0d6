import { BLUEPRINT_ALIASES } from '@assay/schema';

/** Keys that a header and a prompt may both have: they do not tell which of the two a document is. */
const COMMON_KEYS: readonly string[] = [
  'id', 'system', ...BLUEPRINT_ALIASES.references, 'tags', 'description', 'temperature', 'render_as', 'noCache', 'note', 'notes', '$schema',
];

/** Keys by which a prompt of a blueprint is known from items of other formats. */
export const BLUEPRINT_PROMPT_KEYS: readonly string[] = [
  ...BLUEPRINT_ALIASES.prompt, 'messages', ...BLUEPRINT_ALIASES.ideal, ...BLUEPRINT_ALIASES.should, 'should_not', 'requiredTools', 'prohibitedTools', 'maxCalls',
];

/** Keys by which the header of a blueprint is known from documents of other formats. */
export const BLUEPRINT_HEADER_KEYS: readonly string[] = [
  'prompts', ...BLUEPRINT_ALIASES.title, 'configId', 'models', 'systemPrompt', 'systems', 'temperatures', 'evaluationConfig', 'point_defs', 'toolUse',
];

/** Keys that only a prompt has, and no header. */
export const PROMPT_ONLY_KEYS: readonly string[] = [...BLUEPRINT_PROMPT_KEYS, ...BLUEPRINT_ALIASES.weight, 'allow_empty'];

/** Keys that only a header has, and no prompt. */
export const HEADER_ONLY_KEYS: readonly string[] = [...BLUEPRINT_HEADER_KEYS, 'author', 'tools', 'context'];

export const PROMPT_KEYS: ReadonlySet<string> = new Set([...PROMPT_ONLY_KEYS, ...COMMON_KEYS]);
export const HEADER_KEYS: ReadonlySet<string> = new Set([...HEADER_ONLY_KEYS, ...COMMON_KEYS]);
