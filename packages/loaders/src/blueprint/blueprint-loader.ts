import { defineLoader } from '@assay/schema';
import { PEOPLES_KEYS } from '../fields/peoples-keys.js';
import { detectBlueprint } from './detect-blueprint.js';
import { blueprintWriter } from './write/blueprint-writer.js';

/** Blueprints: YAML with a header and prompts, a stream or a list of prompts; or a JSON object with prompts. */
export const blueprintLoader = defineLoader({
  name: 'blueprint',
  extensions: ['.yaml', '.yml', '.json'],
  description: 'Blueprints: YAML or JSON with prompts, models, and rubrics of points that are judged or computed.',
  detect: detectBlueprint,
  load: async (source, options) => (await import('./load-blueprint.js')).loadBlueprint(source, options),
  conventions: { targetsKey: 'models', namesModels: true, targetCollection: 'CORE', unnamedJudges: 'panel' },
  notes: { suite: PEOPLES_KEYS, case: PEOPLES_KEYS, lists: ['prompts'] },
  writers: [blueprintWriter],
});
