export { readQueueAddress, type QueueAddress } from './address/queue-address.js';
export { openCoordinator, type CoordinatorOptions } from './coordinator/open-coordinator.js';
export type { QueueOptions } from './session/open-session.js';
export { openWorker } from './worker/open-worker.js';
