import { defineProvider } from '@assay/schema';
import { commandOptions } from './command/command-options.js';

/** Agents and other programs that are run once for each question. */
export const provider = defineProvider({
  name: 'cli',
  description: 'Runs a program for each case; its output is the reply.',
  options: commandOptions,
  reach: { kind: 'programs' },
  examples: [
    {
      title: 'An agent that takes the prompt as an argument',
      value: { name: 'agent', provider: 'cli', command: ['my-agent', '--prompt', '{PROMPT}'] },
    },
    {
      title: 'A script that reads standard input',
      value: { name: 'script', provider: 'cli', command: 'python3 agent.py | tail -n 1', cwd: 'agents' },
    },
    {
      title: 'Files and an answer file',
      value: {
        name: 'files-agent',
        provider: 'cli',
        command: 'my-agent {FILES} --out {OUTPUT_FILE}',
        files_format: '--file {path}',
        env: { LOG: 'off' },
      },
    },
  ],
  create: async (target, environment) => (await import('./command/command-target.js')).createCommand(target, environment),
});
