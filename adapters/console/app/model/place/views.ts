import { batch } from '@preact/signals';
import type { Place } from '../../link/hash.ts';
import { rangeOfText, rangeText } from '../charts/range.ts';
import type { Desk } from '../desk.ts';
import type { Panes } from '../panes.ts';
import { pickChosen } from '../scope/scope.ts';

/** Shows views, filters, range and scope as a link says. What an address leaves out is as a page opens: Back undoes it. */
export const showViews = (place: Place, desk: Desk, panes: Panes, isFirst: boolean): void =>
  batch(() => {
    if (place.view !== undefined) panes.show(place.view);
    if (place.side !== undefined) panes.show(place.side);
    else if (!isFirst) panes.open.side.value = panes.of('side')[0]?.id ?? '';
    if (place.view === 'change') panes.change.value = place.change === 'scenario' ? 'scenario' : 'call';
    desk.filter.value = place.filter ?? '';
    desk.callFilter.value = place.calls ?? '';
    desk.chosenRange.value = rangeOfText(place.range ?? '');
    desk.scope.value = { endpoint: place.endpoint, host: place.host, status: place.status };
  });

/** What a link says of these. */
export const writeViews = ({ filter, callFilter, chosenRange, scope }: Desk, panes: Panes): Place => {
  const range = rangeText(chosenRange.value);
  return {
    ...(panes.open.main.value === undefined ? {} : { view: panes.open.main.value }),
    ...(panes.open.side.value === panes.of('side')[0]?.id ? {} : { side: panes.open.side.value ?? '' }),
    ...(panes.open.main.value === 'change' && panes.change.value === 'scenario' ? { change: 'scenario' } : {}),
    ...(filter.value === '' ? {} : { filter: filter.value }),
    ...(callFilter.value === '' ? {} : { calls: callFilter.value }),
    ...(range === undefined ? {} : { range }),
    ...pickChosen(scope.value),
  };
};
