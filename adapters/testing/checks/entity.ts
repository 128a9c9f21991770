import { type DomainEvent, findId, findKind } from '../../../engine/cloud/index.ts';
import { finish, InvalidArgument } from '../../../engine/kernel/index.ts';
import { idMeant, similarIds, type World } from '../../../engine/world/index.ts';
import { kindOfValue } from './given.ts';

type Log = Pick<World['log'], 'entries'>;

export const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = findKind(event);
  return kind !== undefined && findId(kind, event) === id;
};

/** The id of an entity that a test names. Throws if the log has none of it, unless it is a worker that may still come. */
export const findEntity = (where: string, log: Log, entity: unknown, mayCome = true): string => {
  if (typeof entity !== 'string')
    throw new InvalidArgument(
      `${where} takes an entity, such as job-1, and got ${kindOfValue(entity)}: an \`await\` or \`.orThrow()\` may be missing where its id is read`,
    );
  const id = finish(idMeant(log, entity));
  for (const { event } of log.entries()) if (isAbout(event, id)) return id;
  if (mayCome && /-w\d+$/.test(id)) return id;
  const known = finish(similarIds(log, entity));
  const there = known.length === 0 ? '; world.timeline() shows which there are' : `; it knows ${known.join(', ')}`;
  throw new InvalidArgument(`${where}: this world knows no entity '${entity}'${there}`);
};
