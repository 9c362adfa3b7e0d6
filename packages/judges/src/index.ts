export {
  createRubricGenerator,
  type GeneratedRubric,
  type RubricGenerator,
  type RubricGeneratorOptions,
  type RubricRequest,
} from './generation/create-rubric-generator.js';
export type { RubricLine } from './generation/read-rubric-reply.js';
export { createJudge, type JudgeOptions, type LlmJudge } from './judge/create-judge.js';
export type { CascadeOptions } from './panel/cascade.js';
export type { JudgePanelOptions } from './panel/check-panel.js';
export { createJudgePanel } from './panel/create-judge-panel.js';
export { JUDGE_PROMPT_VERSION } from './prompts/prompt-version.js';
export { DEFAULT_BACKUP, DEFAULT_JUDGES } from './specs/default-judges.js';
export { nameJudges, type NamedJudgeSpec } from './specs/name-judges.js';
