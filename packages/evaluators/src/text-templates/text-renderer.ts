import { TemplateError, type TemplateRenderer, type TextTemplate } from '@assay/schema';
import { plainTemplate } from './plain-template.js';

/** Longest template, in characters. */
const LONGEST_TEMPLATE = 1_000_000;

type Parse = TemplateRenderer['parse'];

/** Reads texts with nothing but names in them itself, which nearly all are, and leaves the others to Liquid. */
export class TextRenderer implements TemplateRenderer {
  #liquid: Parse | undefined;
  #loading: Promise<void> | undefined;

  prepare(text?: string): Promise<void> | undefined {
    const isReady = this.#liquid !== undefined || (text !== undefined && (text.length > LONGEST_TEMPLATE || plainTemplate(text) !== undefined));
    return isReady ? undefined : (this.#loading ??= this.#load());
  }

  parse(text: string): TextTemplate {
    if (text.length > LONGEST_TEMPLATE) throw new TemplateError(`it is longer than ${LONGEST_TEMPLATE} characters`);
    const plain = plainTemplate(text);
    if (plain) return plain;
    if (!this.#liquid) throw new Error('prepare() was not waited for before a text with more than names in it');
    return this.#liquid(text);
  }

  async #load(): Promise<void> {
    const [liquidjs, { createLiquidParser }] = await Promise.all([import('liquidjs'), import('./liquid-parser.js')]);
    this.#liquid = createLiquidParser(liquidjs, LONGEST_TEMPLATE);
  }
}
