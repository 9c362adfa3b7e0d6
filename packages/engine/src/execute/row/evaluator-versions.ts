import { isJsonObject, type EvaluatorConfig, type EvaluatorDefinition, type JsonValue } from '@assay/schema';

type FindEvaluator = (type: string) => EvaluatorDefinition | undefined;

function addVersions(type: string, options: Readonly<Record<string, JsonValue>>, find: FindEvaluator, versions: Record<string, string>): void {
  const definition = find(type);
  if (definition?.version !== undefined) versions[definition.name] = definition.version;
  const { evaluators: members } = options;
  if (!Array.isArray(members)) return;
  for (const member of members) {
    if (isJsonObject(member) && typeof member['type'] === 'string') addVersions(member['type'], member, find, versions);
  }
}

/** The versions of the evaluators of a case, members of composites included, by name; those without one are left out. */
export function evaluatorVersions(entries: readonly EvaluatorConfig[], find: FindEvaluator): Readonly<Record<string, string>> {
  const versions: Record<string, string> = {};
  for (const { type, options } of entries) addVersions(type, options, find, versions);
  return versions;
}
