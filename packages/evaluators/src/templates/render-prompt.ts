import { fenceCode, type PromptRequest } from '@assay/schema';
import type { FilePlace } from '../files/find-contained-file.js';
import { meantVariable, UNTOLD_VARIABLES, type TemplateVariables } from './case-variables.js';
import { loadPrompt } from './load-prompt.js';
import { parseTemplate, type PromptTemplate } from './render-template.js';

/** A kind of prompt that judges get: what it may show, and what it must. */
export interface PromptKind {
  /** Template for entries without a prompt. */
  readonly fallback: string;
  /** Names of the variables that it may use. */
  readonly known: readonly string[];
  /** Variables of which a prompt must use one to show what it is about … */
  readonly essential: readonly string[];
  /** … and the template that is put after a prompt that does not. */
  readonly material: string;
}

/** The kind for a case with variables of its own. */
export function withVariables(kind: PromptKind, variables: readonly string[]): PromptKind {
  return { ...kind, known: [...new Set([...kind.known, ...variables])] };
}

/**
 * The template of an entry's `prompt`: text, or a path. Undefined takes the default.
 * @throws UnscoredError (config) for a missing file, a broken template or an unknown variable.
 */
export async function readPrompt(prompt: string | undefined, kind: PromptKind, place: FilePlace): Promise<PromptTemplate> {
  const { text, subject } =
    prompt === undefined ? { text: kind.fallback, subject: 'the default prompt' } : await loadPrompt(prompt, place);
  return parseTemplate(text, subject, kind.known, UNTOLD_VARIABLES);
}

/** What was done to files shows what it is about too, where there were any to work on. */
const WORK = 'file_changes';

/** A prompt, filled in, as a request to judges needs it. */
export type RenderedPrompt = Required<Pick<PromptRequest, 'prompt' | 'fenceCode' | 'quoted'>>;

/**
 * The prompt that a judge gets. A prompt that shows nothing of what it asks about is followed by
 * it, so that no judge grades an answer that it has not seen. Every value stands in a fence whose
 * code is derived from the values and stands in none of them.
 * @throws UnscoredError (config) for what {@link readPrompt} refuses, and when a limit is passed; the
 * signal's reason when that aborts.
 */
export async function renderPrompt(
  prompt: string | undefined,
  kind: PromptKind,
  place: FilePlace,
  variables: TemplateVariables,
  signal: AbortSignal,
): Promise<RenderedPrompt> {
  const template = await readPrompt(prompt, withVariables(kind, Object.keys(variables).filter((name) => !UNTOLD_VARIABLES.includes(name))), place);
  const shows = (name: string): boolean => kind.essential.includes(name) || (name === WORK && variables[WORK] !== '');
  const isShown = [...template.uses].some((name) => shows(meantVariable(name, variables)));
  const material = isShown ? undefined : await parseTemplate(kind.material, 'the default prompt', kind.known);
  const used = new Set([...template.uses, ...(material?.uses ?? [])]);
  const quoted = Object.entries(variables).flatMap(([name, value]) => (used.has(name) ? (typeof value === 'string' ? [value] : Object.values(value)) : []));
  const code = fenceCode(quoted, { absentFrom: [template.text] });
  const rendered = await template.render(variables, code, signal);
  const rest = await material?.render(variables, code, signal);
  return { prompt: rest === undefined ? rendered : rendered.trimEnd() + rest, fenceCode: code, quoted };
}
