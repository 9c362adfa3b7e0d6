import type { Trial } from '../../domain/trial.js';
import { sampleCase } from './sample-case.js';
import { sampleTarget } from './sample-target.js';

/** The first repeat of {@link sampleCase} on {@link sampleTarget}, with nothing varied. */
export function sampleTrial(overrides: Partial<Trial> = {}): Trial {
  return {
    key: 'trial-1',
    suite: 'geography',
    suitePath: 'evals/geography.yaml',
    evalCase: sampleCase(),
    location: { file: 'evals/geography.yaml', line: 3, column: 5 },
    target: sampleTarget(),
    variant: { label: '' },
    repeat: 1,
    ...overrides,
  };
}
