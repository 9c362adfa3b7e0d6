import { messageText, type GenerateRequest } from '@assay/schema';

/** What a classifier is asked about: the case's plain input, else the last thing that the user said. */
export function plainInput(request: GenerateRequest): string {
  return request.plainInput ?? messageText(request.messages.findLast(({ role }) => role === 'user')?.content);
}
