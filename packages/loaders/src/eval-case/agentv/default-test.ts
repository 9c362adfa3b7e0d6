import { checkKeys, describeKind, isJsonObject, reportError, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';
import { reportUnreadKeys, UNREAD_IN_DEFAULT_TEST } from './unread-keys.js';

const KEYS: ReadonlySet<string> = new Set(['vars', ...ASSERTION_KEYS, 'description']);
const PATH: ValuePath = ['default_test'];

/** What stands under `default_test`, checked as far as its keys; empty when nothing does. */
export function readDefaultTest(context: NormalizeContext, raw: unknown): JsonObject {
  if (raw === undefined || raw === null) return {};
  if (!isJsonObject(raw)) {
    const isFile = typeof raw === 'string';
    reportError(context, PATH, isFile ? 'a default_test in a file of its own is not supported' : `default_test must be a mapping, not ${describeKind(raw)}`, {
      ...(isFile ? { code: 'unsupported' } : {}),
      hint: 'write default_test: { vars: { name: value }, assert: [...] } into this file',
    });
    return {};
  }
  checkKeys(context, raw, PATH, KEYS, { refused: UNREAD_IN_DEFAULT_TEST });
  reportUnreadKeys(context, raw, PATH, UNREAD_IN_DEFAULT_TEST);
  return raw;
}
