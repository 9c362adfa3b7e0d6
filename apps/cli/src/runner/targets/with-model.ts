import type { TargetDefinition } from '@assay/schema';

const origins = new WeakMap<TargetDefinition, TargetDefinition>();

/** A target with another model: the same connection, key and settings. */
export function withModel(target: TargetDefinition, model: string): TargetDefinition {
  const derived: TargetDefinition = { ...target, name: `${target.name} with ${model}`, model };
  origins.set(derived, originOf(target));
  return derived;
}

/** The target whose connection a derived one uses; another one itself. */
export function originOf(target: TargetDefinition): TargetDefinition {
  return origins.get(target) ?? target;
}
