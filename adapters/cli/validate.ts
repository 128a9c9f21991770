import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileFinding, parseScenario, problemText } from '../../engine/index.ts';
import { exitCodes } from './exit.ts';
import { readerFor, readText, scenarioFiles } from './files.ts';
import { sharedFindings } from './findings.ts';
import { plain } from './terminal.ts';

/** `podsim validate`: says what runs of the files would find, without any run. Returns the exit code. */
export const validateCommand = (paths: readonly string[], { strict }: { readonly strict?: boolean }): number => {
  const files = scenarioFiles(paths).map((file) => parseScenario(file, readText(file), readerFor(file)));
  const findings = files.flatMap((file): readonly FileFinding[] =>
    isLeft(file) ? file.left.map((problem) => ({ ...problem, isError: true })) : sharedFindings(file.right),
  );
  for (const { isError, ...problem } of findings)
    process.stderr.write(`${plain(problemText(isError ? problem : { ...problem, message: `warning: ${problem.message}` }))}\n`);
  const errors = findings.filter(({ isError }) => isError).length;
  const counts = [...counted(errors, 'error'), ...counted(findings.length - errors, 'warning')];
  const runs = files.reduce((sum, file) => sum + (isLeft(file) ? 0 : file.right.length), 0);
  process.stdout.write(`${counted(runs, 'run').join() || '0 runs'}, ${counts.join(', ') || 'nothing wrong'}\n`);
  if (errors > 0) return exitCodes.badInput;
  return strict === true && findings.length > 0 ? exitCodes.fail : exitCodes.pass;
};

const counted = (count: number, what: string): readonly string[] => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]);
