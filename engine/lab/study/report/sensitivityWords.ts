import type { StudyReport } from '../format/reportFormat.ts';
import { valueText } from '../study.ts';

/** How robust the choice is, a sentence for each setting: `It holds until worker.start grows by 18 %; then workers.max=8 takes over.` */
export const sensitivityWords = ({ sensitivity, configurations, varied }: StudyReport): readonly string[] =>
  sensitivity.map(({ name, holdsTo, failsAt, runnerUp }) => {
    if (failsAt === null) return `It holds even if ${name} grows to ${timesText(holdsTo)}.`;
    const values = configurations.find(({ number }) => number === runnerUp)?.values;
    const next =
      values === undefined
        ? 'none of those that meet it now does'
        : `${varied.map((one, k) => `${one}=${valueText(values[k] ?? null)}`).join(' ')} takes over`;
    const until =
      holdsTo === 1 ? `It fails if ${name} grows by ${percentText(failsAt)}` : `It holds until ${name} grows ${growthText(holdsTo)}`;
    return `${until}; then ${next}.`;
  });

const growthText = (factor: number): string => (factor < 2 ? `by ${percentText(factor)}` : `to ${timesText(factor)}`);
const percentText = (factor: number): string => `${Math.round((factor - 1) * 100)} %`;
const timesText = (factor: number): string => `${Number(factor.toFixed(1))} times what it is`;
