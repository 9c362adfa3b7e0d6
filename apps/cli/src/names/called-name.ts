import { visibleText } from '@assay/schema';

/**
 * Whether somebody who wrote a text means this name: as it is, as messages show it, where marks that nobody sees stand as codes such
 * as `\u200b`, or with blanks around it that it does not have.
 */
export function isCalled(name: string, written: string): boolean {
  return name === written || isShownAs(name, written) || name === written.trim();
}

/** Whether messages show a name like this. */
export function isShownAs(name: string, written: string): boolean {
  return written.includes(String.raw`\u`) && visibleText(name) === written;
}

/** The one of several names that somebody means who wrote a text, the one that is spelled so first; the text without blanks around it where it is none of them. */
export function calledName(written: string, names: readonly string[]): string {
  if (names.includes(written)) return written;
  return names.find((name) => isShownAs(name, written)) ?? written.trim();
}
