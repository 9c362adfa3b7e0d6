/** A field of what a server says of itself; undefined where it does not say it. */
export function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'mu').exec(info)?.[1];
}
