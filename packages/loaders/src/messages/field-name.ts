import { EVAL_CASE_ALIASES, type ValuePath } from '@assay/schema';
/** A path as messages show it, from the case downwards: `input_messages[0].role`. */
export function fieldName(path: ValuePath): string {
  let start = 0;
  while (typeof path[start] === 'number') start += 1;
  const list = path[start];
  const inList = typeof list === 'string' && (list === 'prompts' || (EVAL_CASE_ALIASES.cases as readonly string[]).includes(list));
  if (inList && typeof path[start + 1] === 'number') start += 2;
  let text = '';
  for (const part of path.slice(start)) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text === '' ? 'the case' : text;
}
