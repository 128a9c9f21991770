import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Course } from '../lessons/course.ts';
import type { Live } from '../live/live.ts';
import type { Desk } from '../model/desk.ts';
import type { Panes } from '../model/panes.ts';
import type { Player } from '../model/player.ts';
import type { RunLog } from '../model/runLog.ts';
import type { Session } from '../session.ts';
import { recordedFile } from '../source/named.ts';

/** What every view has at hand. */
export interface Console {
  readonly desk: Desk;
  readonly player: Player;
  readonly panes: Panes;
  /** The worlds of a server, where the page came from one. */
  readonly live?: Live | undefined;
  readonly session: Session;
  /** How the run that is shown is called on a command line; for a world, the scenario that has to be recorded first. */
  readonly source: () => string;
  /** On a page with lessons. */
  readonly course?: Course;
  readonly courseParts?: CourseViews;
}

/** What a page with lessons has instead of the header of others, and of the views while no world is opened in them. */
interface CourseViews {
  readonly Header: ComponentType<{ readonly help: () => void }>;
  readonly List: ComponentType;
  readonly Lesson: ComponentType;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext);
  if (found === undefined) throw new Error('a view is used outside the console');
  return found;
};

/** A command with all that it needs: one that reads the recorded world records it first. */
export const useWholeCommand = (text: string): string => {
  const { live } = useConsole();
  return live?.isOpen.value === true && text.includes(recordedFile) ? `${live.recordCommand()} && ${text}` : text;
};

/** The log, and the moment: as views show it that draw much, or those that read much. Undefined until there is a log. */
export const useMoment = (of: 'shown' | 'settled' = 'shown'): { readonly log: RunLog; readonly seq: number } | undefined => {
  const { desk } = useConsole();
  desk.version.value;
  const seq = desk[of].value;
  return desk.log === undefined ? undefined : { log: desk.log, seq: Math.min(Math.max(seq, desk.log.first), desk.log.length) };
};
