import { defineSuiteWriter } from '@assay/schema';

/** A blueprint in YAML: a header, and the prompts in a document of their own. */
export const blueprintWriter = defineSuiteWriter({
  name: 'blueprint',
  extensions: ['.yaml', '.yml'],
  description: 'a blueprint in YAML',
  write: async (request) => (await import('./write-blueprint.js')).writeBlueprint(request),
});
