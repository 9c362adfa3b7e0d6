import { createRedactor, isSecretKey, type Diagnostic } from '@assay/schema';

const KEY_BEFORE = /(?:^|[\s{,"'])(?<key>[\w.-]+)["']?\s*:\s*["']?$/u;
const TOKEN = /^[^\s,\]}]+/u;
/** As much of a line as has a key in it. */
const LONGEST_KEY = 200;

/** A finding about the YAML of a value that no reader comes to see: `password: *x` names what is no anchor but a password. */
export function hideSecretAt(finding: Diagnostic, text: string, offset: number): Diagnostic {
  // Never more than these characters: a file may be one long line with thousands of findings.
  const near = text.slice(Math.max(0, offset - LONGEST_KEY), offset);
  const key = KEY_BEFORE.exec(near.slice(near.lastIndexOf('\n') + 1))?.groups?.['key'];
  if (key === undefined || !isSecretKey(key)) return finding;
  const token = TOKEN.exec(text.slice(offset))?.[0];
  if (token === undefined) return finding;
  const redactor = createRedactor();
  for (const secret of [token, token.slice(1)]) redactor.add(secret);
  return redactor.value(finding);
}
