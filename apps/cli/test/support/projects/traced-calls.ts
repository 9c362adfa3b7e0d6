/** What an agent asked its tools, and what it said then. */
export const CALLS = [
  { tool: 'search', input: { q: 'order' }, output: { error: 'timed out' } },
  { tool: 'lookup', input: { id: 3 }, output: 'shipped', duration_ms: 12 },
  { tool: 'search', input: { q: 'order 3' } },
];
export const ANSWER = { role: 'assistant', content: 'On its way.' };
