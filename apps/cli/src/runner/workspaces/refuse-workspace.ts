import { ConfigError, type LocatedCase } from '@assay/schema';

/** @throws ConfigError for a case with a workspace in a run whose replies come from batches. */
export function refuseWorkspace({ evalCase, location }: LocatedCase): never {
  throw new ConfigError(`case "${evalCase.id}" has a workspace, and --batch asks in batches, which nobody works in a folder for`, { hint: 'leave --batch out', location });
}
