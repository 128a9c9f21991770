import { shellWord } from '../../../../engine/compare/index.ts';
import { formatDuration } from '../../../../engine/kernel/index.ts';

/** Commands that do the same in a terminal as the page does. `source` names a run as a command line does, quoted if needed. */
export const commands = {
  /** The state at a moment. */
  moment: (source: string, seq: number): string => `podsim log show ${source} --seq ${seq}`,
  /** `podsim log next` looks at the end of a log, so the log has to end there. */
  next: (source: string, seq: number, name: string | undefined): string =>
    `podsim run ${source} --log run.log && podsim log fork run.log --seq ${seq} -o then.log && podsim log next then.log${name === undefined ? '' : ` ${shellWord(name)}`}`,
  /** Shows the events in a range. */
  range: (source: string, from: number, to: number): string =>
    `podsim log show ${source} --timeline --from ${formatDuration(from)} --to ${formatDuration(to)}`,
  /** Shows what concerns one entity, or everything. */
  part: (source: string, id: string | undefined): string =>
    `podsim log show ${source} --timeline${id === undefined ? '' : ` --of ${shellWord(id)}`}`,
  play: (source: string, at: number): string => `podsim log show ${source} --timeline --from ${formatDuration(at)}`,
  speed: (source: string, speed: number): string => `podsim serve --scenario ${source} --clock realtime --speed ${speed}`,
  verdict: (source: string): string => `podsim run ${source}`,
  fingerprint: (source: string): string => `podsim run ${source} --log run.log && podsim log rerun run.log`,
  page: (source: string): string => `podsim page ${source} -o replay.html`,
  only: (source: string, name: string): string => `podsim run ${source} --only ${shellWord(name)}`,
  rule: (id: string): string => `podsim spec rules ${shellWord(id)}`,
  report: (source: string): string => `podsim run ${source} --reporter json`,
} as const;
