/** Spellings of the list of points, the name first. */
export const SHOULD_NAMES: readonly string[] = ['should', 'points', 'expect', 'expects', 'expectations'];
export const PROMPT_NAMES: readonly string[] = ['prompt', 'promptText'];
export const IDEAL_NAMES: readonly string[] = ['ideal', 'idealResponse'];
export const WEIGHT_NAMES: readonly string[] = ['weight', 'importance', 'multiplier'];
export const REFERENCE_NAMES: readonly string[] = ['references', 'reference', 'citations', 'citation'];
export const SYSTEM_NAMES: readonly string[] = ['system', 'systemPrompt', 'systems'];
export const TITLE_NAMES: readonly string[] = ['title', 'configTitle'];
export const COVERAGE_NAMES: readonly string[] = ['llm-coverage', 'llm_coverage'];

/** Keys that a header and a prompt may both have: they do not tell which of the two a document is. */
const COMMON_KEYS: readonly string[] = [
  'id', 'system', ...REFERENCE_NAMES, 'tags', 'description', 'temperature', 'render_as', 'noCache', 'note', 'notes', '$schema',
];

/** Keys by which a prompt of a blueprint is known from items of other formats. */
export const BLUEPRINT_PROMPT_KEYS: readonly string[] = [
  ...PROMPT_NAMES, 'messages', ...IDEAL_NAMES, ...SHOULD_NAMES, 'should_not', 'requiredTools', 'prohibitedTools', 'maxCalls',
];

/** Keys by which the header of a blueprint is known from documents of other formats. */
export const BLUEPRINT_HEADER_KEYS: readonly string[] = [
  'prompts', ...TITLE_NAMES, 'configId', 'models', 'systemPrompt', 'systems', 'temperatures', 'evaluationConfig', 'point_defs', 'toolUse',
];

/** Keys that only a prompt has, and no header. */
export const PROMPT_ONLY_KEYS: readonly string[] = [...BLUEPRINT_PROMPT_KEYS, ...WEIGHT_NAMES, 'allow_empty'];

/** Keys that only a header has, and no prompt. */
export const HEADER_ONLY_KEYS: readonly string[] = [...BLUEPRINT_HEADER_KEYS, 'author', 'tools', 'context'];

export const PROMPT_KEYS: ReadonlySet<string> = new Set([...PROMPT_ONLY_KEYS, ...COMMON_KEYS]);
export const HEADER_KEYS: ReadonlySet<string> = new Set([...HEADER_ONLY_KEYS, ...COMMON_KEYS]);
