import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addExamples, type Program } from '../../adapters/cli/terminal/help.ts';
import { podsim } from '../support/commandLine.ts';

/** The commands that `podsim help --all` names, but for those that only hold others together. */
const commands = [...(await podsim('help', '--all')).out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}/gm)].flatMap(([, name = '']) =>
  ['help', 'log', 'spec'].includes(name) ? [] : [name],
);

test('there are commands', () => {
  expect(commands.length).toBeGreaterThan(28);
});

test('a command that is in no group of the help, or without help of its own, does not compile', () => {
  const add = (program: Program) => {
    // @ts-expect-error: no group has it
    program.command('shout');
    // @ts-expect-error: all the others need examples and exit codes, too
    addExamples(new Command(), { page: { examples: [], codes: {} } });
  };
  expect(() => add(new Command())).not.toThrow();
});

test.each(commands)('the help of %s has examples with options that exist, and says what its exit codes mean', async (command) => {
  const { out } = await podsim(...command.split(' '), '--help');
  const [, examples = '', codes = ''] = /\nExamples:\n([\s\S]*)\n\nExit codes:\n([\s\S]*)$/.exec(out) ?? [];
  const lines = examples.split('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(new RegExp(`^ {2}(?:source <\\(|claude mcp add podsim -- npx )?podsim ${command}\\b.* {2}\\S`));
    const [own = ''] = line.trim().split(/ -- | {2,}/);
    for (const [option] of own.matchAll(/ --[a-z-]+/g))
      expect(out.slice(0, out.indexOf('\nExamples:'))).toContain(`${option} `.trimStart());
  }
  expect(codes).toMatch(/^ {2}0 {4}\S/);
  expect(codes).toMatch(/^ {2}3 {4}arguments or files are invalid$/m);
  expect(codes).toMatch(/^ {2}70 {3}a defect of podsim$/m);
});
