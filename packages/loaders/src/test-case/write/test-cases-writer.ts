import { defineSuiteWriter } from '@assay/schema';

/** Test cases: a file for each case in a folder, or a stream of them in one file. */
export const testCasesWriter = defineSuiteWriter({
  name: 'test-cases',
  extensions: ['.yaml', '.yml'],
  description: 'test cases in YAML: a folder with a file for each case, or one file',
  folders: true,
  write: async (request) => (await import('./write-test-cases.js')).writeTestCases(request),
});
