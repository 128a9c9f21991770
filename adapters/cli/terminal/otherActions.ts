import type { Command } from 'commander';
import { BadInput } from './exit.ts';

/** Throws if an option is given that only another action of the command takes: the description of such an option begins with `of import:`. */
export const refuseOfOtherActions = (command: Command, action: string): void => {
  for (const option of command.options) {
    const [, taker] = /^of ([a-z]+):/.exec(option.description) ?? [];
    if (taker === undefined || taker === action || command.getOptionValueSource(option.attributeName()) !== 'cli') continue;
    const name = `podsim ${command.name()}`;
    throw new BadInput(`${option.long} belongs to \`${name} ${taker}\`: leave it out of \`${name} ${action}\``);
  }
};
