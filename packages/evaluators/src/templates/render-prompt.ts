import type { TemplateVariables } from './case-variables.js';
import { loadPrompt } from './load-prompt.js';
import { parseTemplate } from './render-template.js';

export interface RenderPromptOptions {
  /** The entry's `prompt`: text, or a path. Undefined takes the default. */
  readonly prompt: string | undefined;
  /** Template for entries without a prompt. */
  readonly fallback: string;
  /** Folder that paths start from. */
  readonly directory: string;
  readonly variables: TemplateVariables;
  /** Variables of which a prompt must use one to show what it is about … */
  readonly essential: readonly string[];
  /** … and the template that is put after a prompt that does not. */
  readonly material: string;
}

/**
 * The prompt that a judge gets. A prompt that shows nothing of what it asks about is followed by
 * it, so that no judge grades an answer that it has not seen.
 * @throws UnscoredError (config) for a missing file, a broken template or an unknown variable.
 */
export async function renderPrompt(options: RenderPromptOptions): Promise<string> {
  const { text, subject } =
    options.prompt === undefined
      ? { text: options.fallback, subject: 'the default prompt' }
      : await loadPrompt(options.prompt, options.directory);
  const template = await parseTemplate(text, subject);
  const rendered = await template.render(options.variables);
  if (options.essential.some((name) => template.uses.has(name))) return rendered;
  const material = await parseTemplate(options.material, subject);
  return rendered.trimEnd() + (await material.render(options.variables));
}
