import { isLeft } from 'fp-ts/lib/Either.js';
import { finish } from '../../../engine/kernel/index.ts';
import { type RecordedWork, readWork, standInText } from '../../../engine/scenario/standIn/index.ts';
import { checkOther, writeText } from '../files.ts';
import { explainErrors } from '../look/logs.ts';
import { loadLog } from '../run/playedLog.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';

/** `podsim log stand-in`: writes the work of an endpoint's real workers as the handler of a simulated one. */
export const standInCommand = (path: string, endpoint: string | undefined, { out }: { readonly out?: string }): number => {
  const log = loadLog(path);
  if (out !== undefined) checkOther(out, [path]);
  const all = explainErrors(log, () => finish(readWork(log.entries)));
  const endpointId = endpointIn(path, all, endpoint);
  const text = standInText(endpointId, all.get(endpointId) ?? nothing);
  if (isLeft(text)) throw new BadInput(`${path}: ${text.left}`);
  if (out === undefined) process.stdout.write(text.right);
  else {
    writeText(out, text.right);
    const attempts = all.get(endpointId)?.answers.length ?? 0;
    process.stdout.write(`${out} has what the real workers of ${endpointId} did in ${attempts} attempts\n`);
  }
  return exitCodes.pass;
};

const nothing: RecordedWork = { answers: [], leftOut: new Map(), startUps: [], atOnce: 0 };

/** The one that is named; or the only one that has had real workers. */
const endpointIn = (path: string, all: ReadonlyMap<string, RecordedWork>, named: string | undefined): string => {
  const known = [...all.keys()];
  const [only] = known;
  if (only === undefined)
    throw new BadInput(`${path}: no endpoint of this log has real workers: record one whose handler is \`external: {}\``);
  if (named !== undefined) return requireKnown(named, known, `${path}: no endpoint '${named}' of this log has real workers`);
  if (known.length > 1) throw new BadInput(`${path}: several endpoints of this log have real workers: name one of ${known.join(', ')}`);
  return only;
};
