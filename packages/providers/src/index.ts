export { loadProvider, providerDefinitions, providerNames } from './registry.js';
export { customModelTarget } from './custom-model/custom-model-target.js';
export { createReplyMemory } from './reply-size/reply-memory.js';
export { DEFAULT_PRICES } from './prices/default-prices.js';
export { costOf } from './prices/cost-of.js';
export { findRetirement, type Retirement } from './retirements/find-retirement.js';
export { readRecording, type RecordedRow, type Recording } from './recording/read-recording.js';
