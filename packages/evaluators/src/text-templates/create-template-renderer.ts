import type { TemplateRenderer } from '@assay/schema';

/**
 * What fills the variables of suites in: Liquid, with what people write in Nunjucks. To be given to loaders as `templates`.
 * It is loaded when it is asked for, and its engine with the first text that has more than names in it.
 */
export async function createTemplateRenderer(): Promise<TemplateRenderer> {
  const { TextRenderer } = await import('./text-renderer.js');
  return new TextRenderer();
}
