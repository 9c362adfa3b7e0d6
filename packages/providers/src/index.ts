/** Filled by the modules of this package. */
export const packageName = 'providers';
