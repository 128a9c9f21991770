import { findChoices, listChoices } from '../../model/change/choices.ts';
import { dropIdle, fitAll, toStem, wordsIn } from '../../model/find/words.ts';
import { plainText } from '../../text.ts';
import type { Console } from '../context.ts';

/** What the palette lists: a name, and what is done where it is chosen. */
export interface FindRow {
  readonly what: string;
  readonly name: string;
  readonly detail: string;
  readonly open: () => void;
}

/** More are not listed. */
const rowsMax = 8;

/** What could be changed or compared, if that is what some words mean. */
export const changeRows = (tools: Console, text: string): readonly FindRow[] => {
  const { desk, panes, session, live, course } = tools;
  const { log } = desk;
  if (log === undefined || course !== undefined) return [];
  const moment = { log, seq: desk.seq.value, selected: desk.selected.value };
  const changes = findChoices(listChoices(live?.isOpen.value === true), text).map(
    (choice): FindRow => ({
      what: 'action',
      name: `${choice.words} …`,
      detail: choice.name,
      open: () => {
        panes.show('change', 'call');
        session.change.begin(choice.begin(moment));
      },
    }),
  );
  const stems = dropIdle(wordsIn(text)).map(toStem);
  const compares = listCompares(tools).filter(({ name, detail }) => fitAll(stems, [...wordsIn(name), ...wordsIn(detail)]));
  return [...compares.slice(0, rowsMax), ...changes.slice(0, rowsMax)];
};

/** What the world or the run may be compared with: what there is, or a fork that is yet to be made. */
const listCompares = ({ desk, panes, session, live }: Console): readonly FindRow[] => {
  const what = 'action';
  if (live?.isOpen.value === true)
    return [
      ...live.worlds.value.flatMap(({ id }): readonly FindRow[] => {
        const open = (): void => {
          live.other.value = id;
          panes.show('compare');
        };
        return id === live.world.value ? [] : [{ what, name: `compare with ${plainText(id, 60)}`, detail: 'another world', open }];
      }),
      {
        what,
        name: 'compare with a fork …',
        detail: 'forks the world at the moment',
        open: () => {
          panes.show('compare');
          void live.fork(desk.seq.value);
        },
      },
    ];
  const { run } = session;
  if (run === undefined) return [];
  return [
    ...session.runs.value.flatMap((one): readonly FindRow[] => {
      const open = (): void => {
        session.pair.value = [one, run];
        panes.show('compare');
      };
      return one === run ? [] : [{ what, name: `compare with ${plainText(one.name, 60)}`, detail: 'another run', open }];
    }),
    {
      what,
      name: 'compare with a fork …',
      detail: 'choose what the branch does differently',
      open: () => {
        session.change.text.value = undefined;
        panes.show('change', 'call');
      },
    },
  ];
};
