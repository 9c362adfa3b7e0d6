import { TemplateError, type NormalizeContext, type TemplateRenderer } from '@assay/schema';
import type { LoadSession } from '../../dialect/load-session.js';
import type { SuiteHeader } from '../read/suite-header.js';
import { TemplateTexts } from '../../variables/fill-in.js';
import { readPrompts } from '../../variables/read-prompts.js';
import { templatedCases } from './templated-cases.js';
import { hasVariables, type Templating } from './templating.js';

/** In place of what fills variables in, where nothing was given that does. */
const NO_RENDERER: TemplateRenderer = {
  parse() {
    throw new TemplateError('nothing was given that fills variables in', { hint: 'give loadSuite the option templates: createTemplateRenderer of @assay/evaluators is one' });
  },
};

export interface TemplatingOptions {
  /** Whether all cases have variables. Default: where the suite has prompts or variables. */
  readonly everyCase?: boolean | undefined;
  /** All that is read of texts before more of them is prepared. Default: any text may come. */
  readonly texts?: unknown;
}

/**
 * Makes ready what cases are filled in with. What is wrong with prompts goes to the context.
 * @throws InvalidFileError when a file of a prompt cannot be read.
 */
export async function openTemplating(session: LoadSession, header: SuiteHeader, context: NormalizeContext, options: TemplatingOptions = {}): Promise<Templating> {
  const { everyCase = hasVariables(header, session) } = options;
  const texts = new TemplateTexts(session.options.templates ? await session.options.templates() : NO_RENDERER);
  await texts.prepare(options.texts);
  const { prompts, sources } = await readPrompts(texts, header.prompts, { session, context });
  const parts = { texts, prompts, sources, vars: header.vars ?? {}, everyCase };
  return { ...parts, cases: (own, one) => templatedCases(own, { ...one, templating: parts }) };
}
