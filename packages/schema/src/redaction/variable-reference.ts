/** `${NAME}` and `${{ NAME }}`: what stands for a variable of the environment. Anything else in braces is text. */
export const VARIABLE_REFERENCE = /\$\{\{\s*(?<braced>[A-Za-z_]\w*)\s*\}\}|\$\{(?<plain>[A-Za-z_]\w*)\}/gu;

/** True for a text that has a reference in it. */
export function hasReference(text: string): boolean {
  return text.search(VARIABLE_REFERENCE) !== -1;
}

/** The names that a text refers to. */
export function referencedNames(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE_REFERENCE)].map(({ groups }) => groups?.['braced'] ?? groups?.['plain'] ?? '');
}
