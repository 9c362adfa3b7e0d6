/** Names that stand for devices in every folder, whatever follows them behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3]|conin\$|conout\$)(?:\.|$)/iu;
/** `ENV~1` is another name of a file, made by the system. */
const SHORT_NAME = /~\d/u;

/**
 * True for a path in a project that Windows may read in another way than it is written: `.env. `, `.env::$DATA`,
 * `ENV~1`, `nul.yaml`. Rules about names cannot be applied to such a path.
 * @param parts of the path from the root of the project on.
 */
export function isReadOtherwise(parts: readonly string[]): boolean {
  return parts.some((part) => part !== '.' && part !== '..' && (/[. ]$|[:<>"|?*]/u.test(part) || DEVICE.test(part) || SHORT_NAME.test(part)));
}
