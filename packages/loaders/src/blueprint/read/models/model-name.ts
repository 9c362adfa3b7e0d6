import { describeKind, type NormalizeContext, parseModelString, reportError, reportWarning, type ValuePath } from '@assay/schema';
/**
 * The name of a model as it should have been written: `provider:model`, a collection, or a target.
 * Small mistakes are corrected with a warning that shows the correction.
 */
export function readModelName(context: NormalizeContext, raw: unknown, path: ValuePath): string | undefined {
  if (typeof raw !== 'string' || raw.trim() === '') {
    const what = typeof raw === 'string' ? 'must not be empty' : `must be a text, not ${describeKind(raw)}`;
    reportError(context, path, `the name of a model ${what}`, { hint: 'write provider:model, e.g. openai:gpt-4o-mini' });
    return undefined;
  }
  const parsed = parseModelString(raw);
  if (parsed?.corrected !== undefined) {
    reportWarning(context, path, `read "${raw}" as "${parsed.corrected}"`, {
      code: 'model-string',
      hint: 'write provider:model without spaces, the provider in lower case',
    });
    return parsed.corrected;
  }
  if (!parsed && raw.includes(':')) {
    reportWarning(context, path, `"${raw}" is not of the form provider:model`, {
      code: 'model-string',
      hint: 'write provider:model without spaces, e.g. openai:gpt-4o-mini',
    });
  }
  return raw.trim();
}
