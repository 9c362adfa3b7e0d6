import manifest from '../package.json' with { type: 'json' };

/** Version of the installed `assay` package. */
export const VERSION: string = manifest.version;
