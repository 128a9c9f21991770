import type { PlayedTask } from './play.ts';

/** How a run was judged: a line for each thing. */
export const textOfPlayed = ({ title, file, seed, timing, end, isDone, points, verdicts, dollars, calls }: PlayedTask): string =>
  [
    `${isDone ? '✓' : '✗'} ${title}`,
    `  ${file} · seed ${seed} · ${timing} times · ${points} points · ${calls} calls · $${dollars}${end === 0 ? '' : ` · the agent ended with ${end}`}`,
    ...verdicts.map(({ of, isMet, words }) => `  ${isMet ? '✓' : '✗'} ${of}: ${words}`),
    '',
  ].join('\n');

export const textOfSummary = (played: readonly PlayedTask[]): string => {
  const done = played.filter(({ isDone }) => isDone).length;
  return `${done} of ${played.length} done\n`;
};
