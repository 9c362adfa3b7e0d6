import { visibleText } from '@assay/schema';

/** What no XML document may hold, also not as a reference: characters of control, halves of characters, and two that are none. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' };

/**
 * A text without what XML forbids, and without what cannot be seen: both stand as codes, `\u001b`. The rest of writing XML is the table
 * above. Our own, since xmlbuilder2 4.0 writes characters of control and halves of characters as they are, so that no parser takes the
 * file, and takes 95 ms of CPU to import.
 */
function lawful(text: string): string {
  return visibleText(text).replaceAll(FORBIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text between tags. */
export function xmlText(text: string): string {
  return lawful(text).replaceAll(/[&<>\r]/gu, (character) => REFERENCES[character] ?? character);
}

/** Attributes with their values, each with a space before it; those without a value are left out. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${lawful(String(value)).replaceAll(/[&<>"\t\n\r]/gu, (character) => REFERENCES[character] ?? character)}"`))
    .join('');
}

/** An element, on lines of its own. @param content XML; absent for an empty element. */
export function xmlElement(name: string, attributes: Parameters<typeof xmlAttributes>[0], content?: string): string {
  return content === undefined ? `<${name}${xmlAttributes(attributes)}/>\n` : `<${name}${xmlAttributes(attributes)}>${content}</${name}>\n`;
}
