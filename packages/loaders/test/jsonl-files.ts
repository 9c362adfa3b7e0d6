import { join } from 'node:path';
import { projectFolder } from './project-folder.js';

export function line(id: string | number, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ id, expected_outcome: `Goal ${id}`, input_messages: [{ role: 'user', content: 'Query' }], ...more });
}

export async function jsonl(content: string | Uint8Array, more: Readonly<Record<string, string>> = {}): Promise<string> {
  return join(await projectFolder({ 'dataset.jsonl': content, ...more }), 'dataset.jsonl');
}
