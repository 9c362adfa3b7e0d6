import { defineSuiteWriter } from '@assay/schema';

/** Eval cases as one YAML file. */
export const evalCasesWriter = defineSuiteWriter({
  name: 'eval-cases',
  extensions: ['.yaml', '.yml'],
  description: 'eval cases in YAML',
  write: async (request) => (await import('./write-eval-cases.js')).writeEvalCases(request),
});
