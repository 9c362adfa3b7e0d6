/** The folder of the process now; undefined where it has been removed, of which only who needs it is to hear. */
export function folderOfCall(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
