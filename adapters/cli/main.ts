import { Command } from 'commander';
import { engineVersion } from '../../engine/simulator/index.ts';
import { addAuthorityCommand, authorityHelp } from './commands/authority.ts';
import { addCompletionCommands, completionHelp } from './commands/completion.ts';
import { addHelpCommand } from './commands/help.ts';
import { addLessonCommands, lessonHelp } from './commands/lessons.ts';
import { addLogCommands, logHelp } from './commands/logs.ts';
import { addLookingCommands, lookingHelp } from './commands/looking.ts';
import { addObservingCommands, observingHelp } from './commands/observing.ts';
import { addScenarioCommands, scenarioHelp } from './commands/scenarios.ts';
import { addServingCommands, servingHelp } from './commands/serving.ts';
import { addSpecCommands, specHelp } from './commands/spec.ts';
import { addStudyCommands, studyHelp } from './commands/studies.ts';
import { addTwinCommands, twinHelp } from './commands/twins.ts';
import { reportError } from './terminal/errors.ts';
import { type End, exitCodes } from './terminal/exit.ts';
import { addExamples, groupCommands } from './terminal/help.ts';
import { usageError } from './terminal/usageError.ts';

let code: number | Promise<number> = exitCodes.pass;

/** A command may go on after it was parsed: then its exit code is promised. */
const end: End = (result) => {
  code = typeof result === 'number' ? result : result.catch((error: unknown) => reportError(error, given));
};

/** The command line that is being parsed. */
let given: readonly string[] = [];

const program = new Command('podsim')
  .description('A deterministic simulator of a GPU-cloud platform: pods, clusters, serverless endpoints and their job queues')
  .version(engineVersion)
  .exitOverride()
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(`${usageError(program, given, text)}\n`) });

addServingCommands(program, end);
addAuthorityCommand(program, end);
addScenarioCommands(program, end);
addLookingCommands(program, end);
addStudyCommands(program, end);
addLessonCommands(program, end);
addLogCommands(program, end);
addSpecCommands(program, end);
addTwinCommands(program, end);
addObservingCommands(program, end);
addCompletionCommands(program, end);
addHelpCommand(program, end);
groupCommands(program);
addExamples(program, {
  ...scenarioHelp,
  ...logHelp,
  ...lookingHelp,
  ...specHelp,
  ...studyHelp,
  ...observingHelp,
  ...twinHelp,
  ...lessonHelp,
  ...servingHelp,
  ...authorityHelp,
  ...completionHelp,
});

/** Runs the command line, and returns its exit code, or promises it. There is always one, with a message, never with a stack trace. */
export const main = (args: readonly string[]): number | Promise<number> => {
  code = exitCodes.pass;
  given = args;
  try {
    program.parse(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportError(error, args);
  }
};
