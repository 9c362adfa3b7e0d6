/** Where a suite is: a file, or a folder of test cases. */
export interface SuitePath {
  /** Absolute path of the file or folder. */
  readonly path: string;
  /** The files of the folder that make the suite, absolute. Default: all of its test cases. */
  readonly files?: readonly string[] | undefined;
}
