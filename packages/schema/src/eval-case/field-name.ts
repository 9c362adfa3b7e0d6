import { CASE_LIST_KEYS } from './case-list-keys.js';
import type { ValuePath } from './context.js';

/** A path as messages show it, from the case downwards: `input_messages[0].role`. */
export function fieldName(path: ValuePath): string {
  const [first, second] = path;
  let start = 0;
  if (typeof first === 'number') start = 1;
  else if (first !== undefined && CASE_LIST_KEYS.includes(first) && typeof second === 'number') start = 2;
  let text = '';
  for (const part of path.slice(start)) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text === '' ? 'the case' : text;
}
