import { createRedactor } from '@assay/schema';

/** Knows the secrets of everything that a command of this process reads. Its standard streams have no other. */
export const outputRedactor = createRedactor();
