import { describe, expect, test } from 'vitest';
import { lifeAt } from '../../adapters/console/app/model/diagram.ts';
import diagrams from '../../adapters/console/diagrams.json' with { type: 'json' };
import { entities, findKind, kinds } from '../../engine/cloud/entities.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();

test('every lifecycle is laid out whole: each status, and a line for each pair of statuses', () => {
  for (const kind of kinds) {
    const { statuses, rows } = entities[kind].lifecycle;
    const { statuses: boxes, edges, width, height } = diagrams[kind];
    expect(boxes.map(({ status }) => status).sort()).toStrictEqual(statuses.map(({ status }) => status).sort());
    const pairs = new Set(rows.flatMap(({ from, to }) => (from === to ? [] : [`${from} ${to}`])));
    expect(edges.map(({ from, to }) => `${from} ${to}`).sort()).toStrictEqual([...pairs].sort());
    for (const { x, y, width: wide, height: high } of boxes) expect(x >= 0 && y >= 0 && x + wide <= width && y + high <= height).toBe(true);
    // A telephone shows it without making its texts unreadable.
    expect(width).toBeLessThanOrEqual(620);
  }
});

describe('the lifecycle of an entity', () => {
  test('names, before each entry, the transition that comes, and after it the one just taken', () => {
    const triggers = new Set<string>();
    for (const { seq, event } of busyEntries) {
      const [kind, id] = [findKind(event), log.subject(seq)];
      if (kind === undefined || id === undefined) continue;
      const [before, after] = [lifeAt(log, seq - 1, id), lifeAt(log, seq, id)];
      expect(after).toMatchObject({ kind, status: after?.last?.to, last: { seq, event: event.type, from: before?.status } });
      expect(log.stateAt(seq).find(kind, id)?.status ?? after?.status).toBe(after?.status);
      if (before?.last === undefined) continue;
      const exit = before.exits.find((one) => one.event === event.type && one.to === after?.status);
      expect([seq, event.type, exit?.event]).toStrictEqual([seq, event.type, event.type]);
      triggers.add(exit?.trigger.by ?? '');
    }
    expect([...triggers].sort()).toStrictEqual(['caller', 'others', 'timer']);
  });

  test('numbers the lines out of the current status, each once, and none that stays', () => {
    const seq = Math.floor(log.length / 2);
    for (const { event, seq: one } of busyEntries.slice(0, seq)) {
      if (event.type !== 'JobQueued') continue;
      const life = lifeAt(log, seq, log.subject(one) ?? '');
      if (life === undefined) throw new Error('the log has queued it');
      const targets = [...new Set(life.exits.filter(({ to }) => to !== life.status).map(({ to }) => to))];
      expect(targets.map((to) => life.exits.find((exit) => exit.to === to)?.number)).toStrictEqual(targets.map((_, k) => k + 1));
      expect(life.exits.filter(({ to }) => to === life.status).every(({ number }) => number === undefined)).toBe(true);
      for (const { to } of life.exits)
        if (to !== life.status) expect(life.layout.edges.some((edge) => edge.from === life.status && edge.to === to)).toBe(true);
    }
  });

  test('is before its beginning where nothing has happened yet, and final where it is gone', () => {
    const removed = busyEntries.findLast(({ event }) => event.type === 'JobExpired' || event.type === 'JobPurged');
    const id = log.subject(removed?.seq ?? 0) ?? '';
    expect(lifeAt(log, 0, id)).toMatchObject({ status: 'NEW', last: undefined, exits: [] });
    expect(lifeAt(log, log.length, id)).toMatchObject({ status: 'REMOVED', exits: [] });
    expect(lifeAt(log, log.length, 'no-such-entity')).toBeUndefined();
  });
});
