import type { TemplateRenderer } from '@assay/schema';

/**
 * What fills the variables of suites in: Liquid, with what people write in Nunjucks. To be given to loaders as `templates`.
 * It is loaded when it is asked for.
 */
export async function createTemplateRenderer(): Promise<TemplateRenderer> {
  const { createLiquidRenderer } = await import('./liquid-renderer.js');
  return createLiquidRenderer();
}
