import { definePointFunction } from '@assay/schema';
import { textList } from './arguments/lists.js';

/** Tools were called in an order, others between them or not. */
export const toolCallOrder = definePointFunction({
  name: 'tool_call_order',
  aliases: ['tool_calls_order'],
  description:
    'Checks that these tools were called in this order: 1 if they were, else 0. Other calls may come before, between and after them; a tool ' +
    'that is listed twice must be called twice.',
  options: textList('the name of a tool'),
  examples: [{ title: 'Search, then read, then answer', value: ['search', 'retrieve', 'answer'] }],
  apply: (names, { toolCalls }) => {
    let met = 0;
    for (const { tool } of toolCalls) if (tool === names[met]) met += 1;
    if (met === names.length) return true;
    const after = met === 0 ? '' : ` after ${names.slice(0, met).join(', ')}`;
    return { score: 0, explain: `${names[met] ?? ''} was not called${after}` };
  },
});
