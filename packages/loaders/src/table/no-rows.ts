import type { InvalidFileError } from '@assay/schema';
import { fileProblem, startOf } from '../files/file-problem.js';

/** What is said of a table without rows. */
export function noRows(shown: string): InvalidFileError {
  const isDelimited = /\.[ct]sv$/iu.test(shown);
  return fileProblem('no-rows', 'the table has no rows', isDelimited ? 'the first line names the columns; write a row for each case below it' : 'write a row for each case', startOf(shown));
}
