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

async function openTexts({ options }: LoadSession): Promise<TemplateTexts> {
  return new TemplateTexts(options.templates ? await options.templates() : NO_RENDERER);
}

/**
 * Makes ready what cases are filled in with. What is wrong with prompts goes to the context.
 * @throws InvalidFileError when a file of a prompt cannot be read.
 */
export async function openTemplating(session: LoadSession, header: SuiteHeader, context: NormalizeContext, everyCase = hasVariables(header, session)): Promise<Templating> {
  const texts = await openTexts(session);
  const { prompts, sources } = await readPrompts(texts, header.prompts, { session, context });
  const parts = { texts, prompts, sources, vars: header.vars ?? {}, everyCase };
  return { ...parts, cases: (own, one) => templatedCases(own, { ...one, templating: parts }) };
}
