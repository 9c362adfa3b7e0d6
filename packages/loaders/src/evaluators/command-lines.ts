import { findDefinition, isJsonObject, shellArgv, shellLine, type Definitions, type EvaluatorDefinition, type JsonObject, type JsonValue } from '@assay/schema';

type CommandPath = NonNullable<EvaluatorDefinition['commands']>[number];

/** What the format of eval cases promises of its own evaluators, to those who read it without definitions. */
const PROMISED: ReadonlyMap<string, readonly CommandPath[]> = new Map([
  ...['code_judge', 'not_code_judge', 'script', 'not_script'].map((type): [string, CommandPath[]] => [type, [['script']]]),
  ['composite', [['aggregator', 'script']]],
]);

/** Where the options of an evaluator hold commands: the installed definition says it. */
export function commandPaths(definitions: Pick<Definitions, 'evaluators'> | undefined, type: string): readonly CommandPath[] {
  return (definitions ? findDefinition(definitions.evaluators, type)?.commands : PROMISED.get(type)) ?? [];
}

function changedAt(value: JsonValue | undefined, path: CommandPath, change: (command: JsonValue) => JsonValue): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value === undefined ? value : change(value);
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  const before = value[key];
  const after = changedAt(before, rest, change);
  return after === undefined || after === before ? value : { ...value, [key]: after };
}

const changed = (options: JsonObject, paths: readonly CommandPath[], change: (command: JsonValue) => JsonValue): JsonObject =>
  paths.reduce((before, path) => changedAt(before, path, change) as JsonObject, options);

/** Commands that are written as one text become the list that starts them in the shell; lists stay as they are and run without one. */
export function startCommands(options: JsonObject, paths: readonly CommandPath[], platform?: string): JsonObject {
  return changed(options, paths, (command) => (typeof command === 'string' && command.trim() !== '' ? shellArgv(command, platform) : command));
}

/** Commands as people write them: one that the shell starts is one text again. */
export function writeCommands(options: JsonObject, paths: readonly CommandPath[]): JsonObject {
  return changed(options, paths, (command) => (Array.isArray(command) ? (shellLine(command) ?? command) : command));
}
