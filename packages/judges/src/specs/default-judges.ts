import type { JudgeSpec } from '@assay/schema';

/** The judges of a blueprint that names none (blueprint format, default judges). */
export const DEFAULT_JUDGES = [
  {
    id: 'holistic-qwen3-30b-a3b-instruct-2507',
    model: 'openrouter:qwen/qwen3-30b-a3b-instruct-2507',
    approach: 'holistic',
  },
  {
    id: 'holistic-openai-gpt-oss-120b',
    model: 'openrouter:openai/gpt-oss-120b',
    approach: 'holistic',
  },
] as const satisfies readonly JudgeSpec[];

/**
 * Asked when every default judge failed (blueprint format, backup judge). A panel of one's own
 * has a backup only if it names one.
 */
export const DEFAULT_BACKUP = {
  id: 'holistic-claude-3.5-haiku',
  model: 'anthropic:claude-3.5-haiku',
  approach: 'holistic',
} as const satisfies JudgeSpec;
