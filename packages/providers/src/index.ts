export { loadProvider, providerDefinitions } from './registry.js';
export { customModelTarget } from './custom-model/custom-model-target.js';
export { createReplyMemory } from './reply-size/reply-memory.js';
export { DEFAULT_PRICES } from './prices/default-prices.js';
export { findRetirement, type Retirement } from './retirements/find-retirement.js';
export { readRecording, type RecordedRow, type Recording } from './recording/read-recording.js';
