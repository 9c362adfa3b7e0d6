/** Whether a value that stands in place of a case names files of cases: by an address, a path, a glob, or an extension. */
export function isFileReference(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\n') && (value.startsWith('file://') || /[/*]/u.test(value) || /\.\w{2,7}$/u.test(value));
}
