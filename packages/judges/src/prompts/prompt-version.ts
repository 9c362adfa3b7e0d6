/**
 * Version of everything that judges are told: prompts, scale descriptions and the answer format.
 * Part of the key of a stored judgement, so it changes with every change of their wording.
 */
export const JUDGE_PROMPT_VERSION = '2';
