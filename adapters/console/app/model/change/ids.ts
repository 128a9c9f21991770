import { isKind, type Kind, type State } from '../../../../../engine/cloud/index.ts';
import type { ValuePath } from './fields.ts';

/** More are not offered: the text takes any. */
const idsMax = 300;

/** What there is to choose from in a field that names something; undefined if it names nothing. */
export const listNamed = (state: State, path: ValuePath): readonly string[] | undefined => {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const { hosts } = state.placements;
  if (/^(?:gpu|gpuType|gpuTypeId)$/.test(name) || (name === 'id' && path.at(-2) === 'gpu')) return [...hosts.gpuTypeIds];
  if (/^dataCenter(?:Ids?)?$/.test(name)) return hosts.centers;
  if (name === 'host') return [...hosts.all()].slice(0, idsMax).map(({ id }) => id);
  const kind = kindNamed(name);
  return kind === undefined ? undefined : listIds(state, kind);
};

const kindNamed = (name: string): Kind | undefined => {
  if (isKind(name)) return name;
  const short = name.replace(/Ids?$/, '');
  return short !== name && isKind(short) ? short : ({ networkVolumes: 'volume' } as const)[name];
};

const listIds = (state: State, kind: Kind): readonly string[] => {
  const ids: string[] = [];
  for (const { id } of state.all(kind)) if (ids.push(id) === idsMax) break;
  return ids;
};
