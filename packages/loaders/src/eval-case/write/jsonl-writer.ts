import { defineSuiteWriter } from '@assay/schema';

/** Eval cases as JSONL, with a sidecar for what is about all of them. */
export const jsonlWriter = defineSuiteWriter({
  name: 'jsonl',
  extensions: ['.jsonl'],
  description: 'eval cases in JSONL, with a sidecar when something is said about all of them',
  write: async (request) => (await import('./write-jsonl.js')).writeJsonl(request),
});
