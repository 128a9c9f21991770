// Agents that follow a script, for the tasks in scenarios/tasks: `node scripted.mjs careful`. None of them asks a model.
import { platformAt } from './platform.mjs';
import { scriptsFor, styles } from './styles.mjs';
import { tasks } from './table.mjs';
import { toldBy } from './told.mjs';

const [style = ''] = process.argv.slice(2);
const brief = process.env.PODSIM_TASK ?? '';
const lines = [];
await styles[style]?.(scriptsFor(tasks, brief))(
  platformAt(process.env),
  toldBy(brief, (text) => lines.push(text)),
);
process.stdout.write(lines.map((line) => `${line}\n`).join(''));
