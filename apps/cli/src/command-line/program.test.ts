import { describe, expect, test } from 'vitest';
import { createProgram } from './program.js';

const programFor = (...argv: string[]) => createProgram(argv, () => {}, () => {});
const ALL = programFor();

describe('a command line has what it asks for', () => {
  test.each(ALL.commands.flatMap((command) => [command.name(), ...command.aliases()].map((name) => [name, command] as const)))('%s is as it is among all of them', (name, command) => {
    const { commands } = programFor(name, '--whatever');
    expect(commands.map((one) => one.name())).toEqual([command.name()]);
    expect(commands[0]?.helpInformation()).toBe(command.helpInformation());
    expect(commands[0]?.commands.map((one) => one.helpInformation())).toEqual(command.commands.map((one) => one.helpInformation()));
  });

  test.each([[], ['--help'], ['--help', 'run'], ['help', 'run'], ['--version'], ['runn', 'run'], ['--', 'run']].map((argv) => [argv]))('all of them for %j', (argv) => {
    expect(programFor(...argv).helpInformation()).toBe(ALL.helpInformation());
  });

  test.each([
    [['runn'], "(Did you mean run?)"],
    [['lst', 'run'], '(Did you mean list?)'],
    [['run', '--tresold', '1'], '(Did you mean --threshold?)'],
    [['--versoin', 'run'], '(Did you mean --version?)'],
  ])('%j is told what it may have meant', async (argv, advice) => {
    let complaint = '';
    const program = createProgram(argv, () => {}, (text) => (complaint += text));
    await expect(program.parseAsync(argv, { from: 'user' })).rejects.toThrow(advice);
    expect(complaint).toContain(advice);
  });

  test.each([
    [['runn'], '  fix: assay --help lists the commands, assay <command> --help their options\n'],
    [['run', '--limit', 'abc'], '  fix: assay run --help says what it takes\n'],
    [['cache', 'clear', '--older-than'], '  fix: assay cache clear --help says what it takes\n'],
  ])('%j is told where help is', async (argv, fix) => {
    let complaint = '';
    const program = createProgram(argv, () => {}, (text) => (complaint += text));
    await expect(program.parseAsync(argv, { from: 'user' })).rejects.toThrow();
    expect(complaint).toMatch(/^error: /u);
    expect(complaint).toContain(fix);
  });
});
