import { testBatchesBehindProxy } from './support/projects/batches-behind-proxy.js';

testBatchesBehindProxy([
  ['anthropic', 'kind', 'http_proxy'],
]);
