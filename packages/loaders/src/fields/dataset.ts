import { EVAL_CASE_ALIASES, readText, reportWarning, type JsonObject, type NormalizeContext } from '@assay/schema';

/**
 * The name that a file gives its suite: under the first of its keys that says one, whatever `alias_precedence` is, since results are found
 * by it. Others that say something else are warned about.
 */
export function readDataset(context: NormalizeContext, head: JsonObject): string | undefined {
  const said = EVAL_CASE_ALIASES.dataset.flatMap((key) => {
    const name = readText(context, head, [], key);
    return name === undefined ? [] : [{ key, name }];
  });
  const [first, ...others] = said;
  if (!first) return undefined;
  for (const { key } of others.filter(({ name }) => name !== first.name)) {
    reportWarning(context, [key], `${first.key} and ${key} differ; ${first.key} is the name of the suite`, {
      code: 'alias-conflict',
      which: 'key',
      hint: `leave ${key} out; what is for people alone can stand under note`,
      related: { message: `${first.key} is here`, path: [first.key] },
    });
  }
  return first.name;
}
