// How often a study stars a configuration that misses its goal, where 200 of them miss it by 2 %: `npm run bench -- choices`.
import { mulberry } from './choices.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { intervalFor, sureInterval } = await from('engine/lab/study/measure/intervals.js');
const { checkGoal, levelOfGoal } = await from('engine/lab/study/report/goal.js');

const [configurations, plays] = [200, 20];
const goal = { cost: { lte: 1 } };

/** Plays of a mean of 1.02 and a deviation of 0.2. */
const values = {
  normal: (random) => 1.02 + 0.2 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  exponential: (random) => 0.82 - 0.2 * Math.log(1 - random()),
};

/** Rows of the bench's table. */
export const starFigures = (count = 100) =>
  Object.entries(values).map(([name, draw]) => {
    const random = mulberry(200);
    let [starred, starredAlone] = [0, 0];
    for (let study = 0; study < count; study++) {
      const met = Array.from({ length: configurations }, () => {
        const drawn = Array.from({ length: plays }, () => draw(random));
        const reportAt = (level) => ({ cost: { n: plays, ...sureInterval(intervalFor('cost', []), level)(drawn, level) } });
        const alone = reportAt(0.95);
        return [checkGoal(goal, alone, 0, reportAt(levelOfGoal(configurations))), checkGoal(goal, alone, 0, alone)];
      });
      if (met.some(([sure]) => sure === 'yes')) starred += 1;
      if (met.some(([, alone]) => alone === 'yes')) starredAlone += 1;
    }
    const beside = ((100 * starredAlone) / count).toFixed(0);
    return [`a false star among 200, ${name} plays, %`, (100 * starred) / count, `at most 5; ${beside} where each is looked at alone`];
  });
