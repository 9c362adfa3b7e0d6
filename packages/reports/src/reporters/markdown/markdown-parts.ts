/** What texts in Markdown are put together of. Imported when one is written: most runs write none. */
export { addComparison } from './comparison-part.js';
export { LimitedText } from './limited-text.js';
export { addRun } from './run-part.js';
export { addTrustOfRuns } from './trust-part.js';
