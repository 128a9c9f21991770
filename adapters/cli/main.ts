import { Command } from 'commander';
import { engineVersion } from '../../engine/index.ts';
import { addCompletionCommands, completionHelp } from './commands/completion.ts';
import { addLessonCommands, lessonHelp } from './commands/lessons.ts';
import { addLogCommands, addRepairCommand, logHelp } from './commands/logs.ts';
import { addObservingCommands, observingHelp } from './commands/observing.ts';
import { addScenarioCommands, scenarioHelp } from './commands/scenarios.ts';
import { addServingCommands, servingHelp } from './commands/serving.ts';
import { addStudyCommands, studyHelp } from './commands/studies.ts';
import { addTwinCommands, twinHelp } from './commands/twins.ts';
import { reportError } from './terminal/errors.ts';
import { type End, exitCodes } from './terminal/exit.ts';
import { withExamples } from './terminal/help.ts';
import { requireKnown } from './terminal/knownName.ts';
import { commandNames, usageError } from './terminal/usageError.ts';

let code: number = exitCodes.pass;

/** A command that has not ended goes on after `main` has returned. The exit code is set at the end. */
const end: End = (result) => {
  if (typeof result === 'number') {
    code = result;
    return;
  }
  code = exitCodes.pass;
  result
    .catch((error: unknown) => reportError(error, process.argv.slice(2)))
    .then((ended) => {
      process.exitCode = ended;
    });
};

const program = new Command('podsim')
  .description('A deterministic simulator of a GPU-cloud platform: pods, clusters, serverless endpoints and their job queues')
  .version(engineVersion)
  .exitOverride()
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(`${usageError(program, text)}\n`) });

// The help of all lists the commands in this order.
addScenarioCommands(program, end);
addLogCommands(program, end);
addStudyCommands(program, end);
addObservingCommands(program, end);
addTwinCommands(program, end);
addRepairCommand(program, end);
addLessonCommands(program, end);
addServingCommands(program, end);
addCompletionCommands(program, end);
withExamples(program, {
  ...scenarioHelp,
  ...logHelp,
  ...studyHelp,
  ...observingHelp,
  ...twinHelp,
  ...lessonHelp,
  ...servingHelp,
  ...completionHelp,
});

/** Runs the command line. It always ends with an exit code and a message, never with a stack trace. */
export const main = (args: readonly string[]): number => {
  code = exitCodes.pass;
  try {
    // The parser answers an unknown command after `help` with the help of all.
    const [first, name] = args;
    if (first === 'help' && name !== undefined) requireKnown(name, commandNames(program), `error: unknown command '${name}'`);
    program.parse(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportError(error, args);
  }
};
