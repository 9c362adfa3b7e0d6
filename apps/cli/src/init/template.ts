/** A file of a new project. */
export interface Template {
  /** From the folder of the project, with slashes. */
  readonly path: string;
  readonly content: string;
}
