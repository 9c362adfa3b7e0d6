import type { JsonObject } from '../domain/json.js';

/** A text with variables that has been read. */
export interface TextTemplate {
  /** Names of the variables that it uses, without those that it makes itself. */
  readonly uses: ReadonlySet<string>;
  /**
   * Fills the variables in. Values are put in as they are and never read as template; what is no text is put in as JSON.
   * The same for the same values.
   * @throws TemplateError for a variable that is not there, and when it takes too long or gets too large.
   */
  render(variables: JsonObject): string;
}

/** Reads texts with `{{ variables }}`. */
export interface TemplateRenderer {
  /**
   * Makes ready what a text is read with, or whatever text may come where none is given. Nothing to wait for when that is
   * ready; to be waited for before `parse` is given the text. A renderer without it is always ready.
   */
  prepare?(text?: string): Promise<void> | undefined;
  /**
   * Reads a text. One without marks of templates is itself.
   * @throws TemplateError for what it does not know: nothing that looks like template is ever put out as text.
   */
  parse(text: string): TextTemplate;
}
