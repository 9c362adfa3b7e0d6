import {
  type ComputedPoint,
  describeValue,
  type JsonObject,
  nearestMatch,
  type NormalizeContext,
  type PointReader,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
interface NamedTool {
  readonly name: string;
  readonly path: ValuePath;
}

function readNames(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: string): readonly NamedTool[] {
  const value = raw[key];
  if (value === undefined || value === null) return [];
  const listPath = [...path, key];
  if (!Array.isArray(value)) {
    if (typeof value !== 'string') {
      reportError(context, listPath, `${key} must be a list of names of tools, not ${describeValue(value)}`, { hint: 'write [search, retrieve]' });
      return [];
    }
    reportWarning(context, listPath, `${key} is a single name, not a list`, { code: 'not-a-list', hint: `write [${JSON.stringify(value)}]` });
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const tools = list.flatMap((name, index) => {
    const at = Array.isArray(value) ? [...listPath, index] : listPath;
    if (typeof name === 'string' && name.trim() !== '') return [{ name, path: at }];
    reportError(context, at, `the name of a tool must be a text, not ${describeValue(name)}`, { hint: 'write the name of a tool' });
    return [];
  });
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}

function checkDeclared(context: NormalizeContext, tools: readonly NamedTool[], declared: ReadonlySet<string> | undefined): void {
  if (!declared) return;
  for (const { name, path } of tools) {
    if (declared.has(name)) continue;
    const near = nearestMatch(name, declared);
    reportWarning(context, path, `the header declares no tool "${name}"`, {
      code: 'unknown-tool',
      hint: near ? `did you mean ${near}?` : `declared: ${[...declared].join(', ')}`,
    });
  }
}

function readMaxCalls(context: NormalizeContext, raw: JsonObject, path: ValuePath): number | undefined {
  const { maxCalls } = raw;
  if (maxCalls === undefined || maxCalls === null) return undefined;
  if (typeof maxCalls === 'number' && Number.isInteger(maxCalls) && maxCalls >= 0) return maxCalls;
  reportError(context, [...path, 'maxCalls'], `maxCalls must be a whole number >= 0, not ${describeValue(maxCalls)}`, { hint: 'use a number such as 2' });
  return undefined;
}

/**
 * The points that `requiredTools`, `prohibitedTools` and `maxCalls` stand for: each is required,
 * like the points that are written out.
 * @param declared Names of the tools of the header, when it declares any.
 */
export function readToolLimits(
  reader: PointReader,
  raw: JsonObject,
  path: ValuePath,
  declared: ReadonlySet<string> | undefined,
): readonly ComputedPoint[] {
  const { context } = reader;
  const required = readNames(context, raw, path, 'requiredTools');
  const prohibited = readNames(context, raw, path, 'prohibitedTools');
  checkDeclared(context, [...required, ...prohibited], declared);
  for (const { name, path: at } of prohibited) {
    const same = required.find((tool) => tool.name === name);
    if (!same) continue;
    reportError(context, at, `the tool "${name}" is both required and prohibited`, {
      hint: 'remove it from one of the two lists',
      related: { message: 'it is required here', path: same.path },
    });
  }
  const maxCalls = readMaxCalls(context, raw, path);
  const placed = (point: ComputedPoint, at: ValuePath): ComputedPoint => {
    reader.origins.set(point, { path: at, parts: { fn: at, arg: at } });
    return point;
  };
  return [
    ...required.map(({ name, path: at }) => placed({ fn: 'tool_called', arg: name, text: `required tool: ${name}` }, at)),
    ...prohibited.map(({ name, path: at }) => placed({ fn: 'not_tool_called', arg: name, text: `prohibited tool: ${name}` }, at)),
    ...(maxCalls === undefined
      ? []
      : [placed({ fn: 'tool_call_count_between', arg: [0, maxCalls], text: `at most ${maxCalls} tool calls` }, [...path, 'maxCalls'])]),
  ];
}
