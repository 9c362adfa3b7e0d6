import type { SpawnProgram } from '@assay/schema';

/** What starts programs; loaded with the first of them. */
export async function loadSpawner(): Promise<SpawnProgram> {
  const { execa } = await import('execa');
  return (program, args, options) => execa(program, args, options);
}
