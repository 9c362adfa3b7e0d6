/**
 * What a reader is shown of the file changes of a reply: that there are none is said, since nothing at all would leave open whether
 * somebody looked.
 * @param changes of the reply; undefined where there was no workspace.
 * @returns an empty text for that.
 */
export function fileChangesText(changes: string | undefined): string {
  return changes === '' ? '(No file was added, changed or deleted.)' : (changes ?? '');
}
