import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Desk } from '../model/desk.ts';
import type { Player } from '../model/player.ts';
import type { RunLog } from '../model/runLog.ts';
import type { Session } from '../session.ts';
import type { Panes } from './panes.ts';

/** What every view has at hand. */
export interface Console {
  readonly desk: Desk;
  readonly player: Player;
  readonly panes: Panes;
  readonly session: Session;
  /** How the run that is shown is called on a command line. */
  readonly source: () => string;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext);
  if (found === undefined) throw new Error('a view is used outside the console');
  return found;
};

/** The log, and the moment: as views show it that draw much, or those that read much. Undefined until there is a log. */
export const useMoment = (of: 'shown' | 'settled' = 'shown'): { readonly log: RunLog; readonly seq: number } | undefined => {
  const { desk } = useConsole();
  desk.version.value;
  const seq = desk[of].value;
  return desk.log === undefined ? undefined : { log: desk.log, seq: Math.min(seq, desk.log.length) };
};
