/** What a project makes anew and does not keep in version control. */
const IGNORED = ['.assay/runs/', '.assay/cache/', '.assay/audits/'] as const;

/** A pattern without what does not change which folder it is about. */
function folderOf(pattern: string): string {
  return pattern.trim().replace(/^\//u, '').replace(/(?:\/\*{0,2})$/u, '');
}

function isCovered(path: string, patterns: ReadonlySet<string>): boolean {
  return patterns.has(folderOf(path)) || patterns.has('.assay');
}

/**
 * The text of a `.gitignore` with the lines that it lacks at its end, in its own line ends;
 * undefined when it lacks none.
 */
export function withIgnoreLines(text: string): string | undefined {
  const patterns = new Set(text.split(/\r?\n/u).map(folderOf));
  const missing = IGNORED.filter((path) => !isCovered(path, patterns));
  if (missing.length === 0) return undefined;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? text : text + end;
  return before + missing.map((path) => path + end).join('');
}
