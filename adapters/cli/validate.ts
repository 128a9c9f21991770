import { isLeft } from 'fp-ts/lib/Either.js';
import { parseScenario, problemText } from '../../engine/index.ts';
import { BadInput, exitCodes } from './exit.ts';
import { readerFor, readText, scenarioFiles } from './files.ts';
import { plain } from './reporters.ts';

/** `podsim validate`: says what runs of the files would find, without any run. Returns the exit code. */
export const validateCommand = (paths: readonly string[], { strict }: { readonly strict?: boolean }): number => {
  const files = scenarioFiles(paths).map((file) => parseScenario(file, readText(file), readerFor(file)));
  const scenarios = files.flatMap((file) => (isLeft(file) ? [] : file.right));
  const warnings = scenarios.flatMap((scenario) => scenario.warnings);
  for (const warning of warnings) process.stderr.write(`${plain(problemText({ ...warning, message: `warning: ${warning.message}` }))}\n`);
  const errors = files.flatMap((file) => (isLeft(file) ? file.left : []));
  if (errors.length > 0) throw new BadInput(errors.map(problemText).join('\n'));
  const verdict = warnings.length === 0 ? 'nothing wrong' : `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
  process.stdout.write(`${scenarios.length} ${scenarios.length === 1 ? 'run' : 'runs'}, ${verdict}\n`);
  return strict === true && warnings.length > 0 ? exitCodes.fail : exitCodes.pass;
};
