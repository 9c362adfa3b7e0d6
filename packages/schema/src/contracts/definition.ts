import type { GenericSchema } from 'valibot';

/** A sample that the docs show and a test runs through the options schema. */
export interface DefinitionExample {
  readonly title: string;
  /** The entry as it would be written in a file (as a JSON value). */
  readonly value: unknown;
}

/**
 * What every installable item (evaluator, point function, rule, provider, reporter) says about itself.
 * Validation, `assay list`, the docs pages and the editor schemas are made from this alone.
 */
export interface Definition {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** One sentence: what it does and what its score means. */
  readonly description: string;
  /** Schema of the item's own options. Free of transforms, so that it converts to JSON Schema. */
  readonly options: GenericSchema;
  readonly examples: readonly DefinitionExample[];
}
