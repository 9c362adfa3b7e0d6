import { definePointFunction } from '@assay/schema';
import { wordedText } from '../options/texts.js';

/** A tool was called at least once. */
export const toolCalled = definePointFunction({
  name: 'tool_called',
  description: 'Checks that this tool was called at least once: 1 if it was, else 0.',
  options: wordedText('the name of the tool'),
  examples: [{ title: 'The calculator must be used', value: 'calculator' }],
  apply: (name, { toolCalls }) => toolCalls.some(({ tool }) => tool === name),
});
