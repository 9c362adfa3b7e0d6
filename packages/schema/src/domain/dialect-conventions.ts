/** What a dialect says where its files say nothing, and how its files call what all have. */
export interface DialectConventions {
  /** The key under which files name the targets of a suite, for messages. Default `execution.target`. */
  readonly targetsKey?: string | undefined;
  /** Whether the targets that files name are models that anybody can ask, so that `assay validate` checks them. Default: they are names of one project. */
  readonly namesModels?: boolean | undefined;
  /** The collection of the project that a suite without targets is run against. Default: none. */
  readonly targetCollection?: string | undefined;
  /** Who judges where nobody names a judge: the default panel, or the target itself. Default `target`. */
  readonly unnamedJudges?: 'panel' | 'target' | undefined;
  /** Whether `assay generate rubrics` can write into its files. Default false. */
  readonly takesRubrics?: boolean | undefined;
}
