import { explain, explanationText, finish, idMeant, similarIds, timeline, type World } from '../../engine/index.ts';
import { isAbout } from './events.ts';

/** Why an entity is in its status. Throws with the ids that are like it if there is none. */
export const explainEntity = ({ log, settings, state }: World, entity: string): string => {
  const explanation = finish(explain(log, finish(idMeant(log, entity)), settings, state));
  if (explanation !== undefined) return explanationText(explanation);
  const known = finish(similarIds(log, entity));
  throw new Error(`this world knows no entity '${entity}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
};

/** The timeline of a world, or of one entity. */
export const timelineText = (log: World['log'], entity: string | undefined): string => {
  const id = entity === undefined ? undefined : finish(idMeant(log, entity));
  return timeline(log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));
};
