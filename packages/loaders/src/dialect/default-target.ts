/** Name of the target that cases use when nothing else is said. */
export const DEFAULT_TARGET = 'default';
