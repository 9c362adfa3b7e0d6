import { createRedactor, isSecretKey, type Diagnostic } from '@assay/schema';

const KEY_BEFORE = /(?:^|[\s{,"'])(?<key>[\w.-]+)["']?\s*:\s*["']?$/u;
const TOKEN = /^[^\s,\]}]+/u;
/** As much of a line as has a key in it. */
const LONGEST_KEY = 200;

/** A finding about the YAML of a value that no reader comes to see: `password: *x` names what is no anchor but a password. */
export function hideSecretAt(finding: Diagnostic, text: string, offset: number): Diagnostic {
  const before = text.slice(Math.max(0, offset - LONGEST_KEY, text.lastIndexOf('\n', offset - 1) + 1), offset);
  const key = KEY_BEFORE.exec(before)?.groups?.['key'];
  const token = TOKEN.exec(text.slice(offset))?.[0];
  if (key === undefined || token === undefined || !isSecretKey(key)) return finding;
  const redactor = createRedactor();
  for (const secret of [token, token.slice(1)]) redactor.add(secret);
  return redactor.value(finding);
}
