import { messageText, type GenerateRequest } from '@assay/schema';
import { notText, type NotText } from '../conversation/text-turns.js';
import type { Task } from './huggingface-options.js';

function lastOfUser({ messages }: GenerateRequest) {
  return messages.findLast(({ role }) => role === 'user');
}

/** What a classifier is asked about: the case's plain input, else the last thing that the user said. */
export function plainInput(request: GenerateRequest): string {
  return request.plainInput ?? messageText(lastOfUser(request)?.content);
}

/** What of a request the model of a task would be asked about, and is no text. */
export function notTextFor(task: Task, request: GenerateRequest): NotText | undefined {
  if (task === 'text-generation') return notText(request.messages);
  const asked = request.plainInput === undefined ? lastOfUser(request) : undefined;
  return asked && notText([asked]);
}
