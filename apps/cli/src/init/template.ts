/** A file of a new project. */
export interface Template {
  /** From the folder of the project, with slashes. */
  readonly path: string;
  readonly content: string;
  /** What is written where targets or settings are there already: nothing of it holds until somebody says so. Default: the same. */
  readonly besideOwn?: string;
}
