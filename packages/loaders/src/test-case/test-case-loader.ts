import { defineLoader } from '@assay/schema';
import { PEOPLES_KEYS } from '../fields/peoples-keys.js';
import { detectTestCase } from './detect-test-case.js';
import { testCasesWriter } from './write/test-cases-writer.js';

/** Test cases: YAML or JSON with one case, a list of cases or a stream of documents; or a folder of such files. */
export const testCaseLoader = defineLoader({
  name: 'test-case',
  extensions: ['.yaml', '.yml', '.json'],
  description: 'Test cases with a rubric of rules: YAML or JSON files with one case or several; a folder of them is one suite.',
  detect: detectTestCase,
  load: async (source, options) => (await import('./load-test-cases.js')).loadTestCases(source, options),
  loadFolder: async (folder, options) => (await import('./load-test-cases.js')).loadTestCaseFolder(folder, options),
  notes: { suite: [], case: ['description', ...PEOPLES_KEYS, 'metadata'], lists: [] },
  writers: [testCasesWriter],
});
