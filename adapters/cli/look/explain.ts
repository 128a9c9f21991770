import { existsSync } from 'node:fs';
import { showTimePoint } from '../../../engine/control/index.ts';
import { finish, type VirtualTime } from '../../../engine/kernel/index.ts';
import { type LogHeader, settingsAfter } from '../../../engine/simulator/index.ts';
import {
  explain,
  explanationText,
  explanationView,
  findNext,
  makeHistory,
  namesIn,
  nextText,
  replay,
} from '../../../engine/world/index.ts';
import { loadLog } from '../run/playedLog.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { entityNamed, explainErrors } from './logs.ts';

export interface ExplainCommandOptions {
  readonly last?: string;
  readonly of?: string;
  readonly json?: boolean;
}

/** As many steps as a screen shows. */
const lastShown = 6;

/** `podsim explain`: explains why an entity is in its status, and its possible next events. */
export const explainCommand = (path: string, name: string, { last, of, json }: ExplainCommandOptions): number => {
  const most = parseCountOption('--last', last, lastShown);
  if (!existsSync(path) && existsSync(name)) throw new BadInput(`the log comes first: podsim explain ${name} ${path}`);
  const log = loadLog(path);
  const id = entityNamed(path, log, name);
  const { log: history } = makeHistory(log.header, log.entries);
  const explanation = explainErrors(log, () =>
    finish(
      explain(history, id, settingsAfter(log.header.definition, log.entries), replay(log.header, log.entries), {
        last: most,
        of: of === undefined ? undefined : entityNamed(path, log, of),
      }),
    ),
  );
  if (explanation === undefined) throw new BadInput(`${path} has nothing about '${name}' but calls that name it`);
  if (json === true) printJson(explanationView(explanation, pointIn(log.header)));
  else print(explanationText(explanation));
  return exitCodes.pass;
};

export interface NextCommandOptions {
  readonly limit?: string;
  readonly json?: boolean;
}

const nextShown = 15;

/** `podsim log next`: lists the possible actions of callers at the end of a log, and the next events of the platform. */
export const nextCommand = (path: string, name: string | undefined, { limit, json }: NextCommandOptions): number => {
  const most = parseCountOption('--limit', limit, nextShown);
  const log = loadLog(path);
  const id = name === undefined ? undefined : entityNamed(path, log, name);
  const next = explainErrors(log, () => {
    const state = replay(log.header, log.entries);
    const settings = settingsAfter(log.header.definition, log.entries);
    return findNext({ state, settings, now: makeHistory(log.header, log.entries).now }, most, id);
  });
  if (json === true) {
    const point = pointIn(log.header);
    const { now, pending, timers, live, possible } = next;
    printJson({ now: point(now), pending, next: timers.map(({ at, ...rest }) => ({ at: point(at), ...rest })), live, possible });
  } else print(nextText(next, namesIn(log.entries)));
  return exitCodes.pass;
};

const pointIn = (header: LogHeader) => (at: VirtualTime) => showTimePoint({ header }, at);

const parseCountOption = (option: string, text: string | undefined, usual: number): number => {
  if (text === undefined) return usual;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BadInput(`${option} '${text}' is not a number of lines to show: give a whole number from 1 on`);
};
