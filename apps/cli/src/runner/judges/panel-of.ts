import { ConfigError, describeValue, isPromiseLike, type EvaluatorDefinition, type JsonObject, type PanelSpec } from '@assay/schema';

function isPanel(said: unknown): said is PanelSpec {
  if (typeof said !== 'object' || said === null) return false;
  const { judges } = said as Partial<Record<keyof PanelSpec, unknown>>;
  return Array.isArray(judges) && judges.every((judge: unknown) => typeof judge === 'object' && judge !== null && typeof (judge as { readonly model?: unknown }).model === 'string');
}

/**
 * The judges that an evaluator names for itself by `judgesOf()`, which may be that of a program.
 * @returns undefined where it leaves them to the run.
 * @throws ConfigError with its name for an answer that names no judges: nobody could tell where an error of reading it comes from.
 */
export function panelOf(definition: EvaluatorDefinition, options: JsonObject): PanelSpec | 'none' | undefined {
  const said: unknown = definition.judgesOf?.(options) ?? undefined;
  if (said === undefined || said === 'none' || isPanel(said)) return said;
  const isLate = isPromiseLike(said);
  // Nobody waits for it, so that its failure would end the process.
  if (isLate) void Promise.resolve(said).catch(() => undefined);
  throw new ConfigError(`judgesOf() of evaluator "${definition.name}" gave ${isLate ? 'a promise' : describeValue(said)}; it gives { judges: [{ model }] }, 'none', or nothing`, {
    hint: 'mend judgesOf() of the evaluator; it answers at once, and leaves the judges to the run by giving nothing',
  });
}
