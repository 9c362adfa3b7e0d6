import type { TargetDefinition } from '../../domain/target.js';

/** A target of the `mock` provider. */
export function sampleTarget(overrides: Partial<TargetDefinition> = {}): TargetDefinition {
  return { name: 'mock', provider: 'mock', model: 'mock-1', options: {}, ...overrides };
}
