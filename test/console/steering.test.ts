import { beforeEach, describe, expect, test } from 'vitest';
import { centerSelection, moveByShare, stepInTrack, zoomAboutMoment } from '../../adapters/console/app/model/charts/steering.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { busyEntries, busyHeader, FakeSource } from './support.ts';

const [desk, source] = [new Desk(), new FakeSource()];
desk.open(source, 300);
source.sink?.begin(busyHeader, 'busy');
source.sink?.append(busyEntries);

beforeEach(() => {
  desk.chosenRange.value = undefined;
  desk.select(undefined);
  desk.go(300);
});

describe('the range', () => {
  test('is zoomed about the moment, which keeps its place, and moved by a part of itself', () => {
    const whole = desk.wholeRange.value;
    const at = desk.at.value;
    const share = () => (at - desk.range.value.from) / (desk.range.value.to - desk.range.value.from);
    const before = share();
    zoomAboutMoment(desk, 0.5);
    expect(desk.range.value.to - desk.range.value.from).toBeCloseTo((whole.to - whole.from) / 2, -1);
    expect(share()).toBeCloseTo(before, 3);
    const { from, to } = desk.range.value;
    moveByShare(desk, 0.25);
    expect(desk.range.value).toStrictEqual({ from: from + Math.round((to - from) / 4), to: to + Math.round((to - from) / 4) });
    moveByShare(desk, -0.25);
    expect(desk.range.value).toStrictEqual({ from, to });
    zoomAboutMoment(desk, 2);
    expect(desk.range.value).toStrictEqual(whole);
  });

  test('fits what is selected, in the middle', () => {
    const job = desk.log?.jobs.bars.find(({ from, to }) => from > 60_000 && to !== undefined && to - from > 1_000);
    desk.select(job?.id);
    centerSelection(desk);
    const { from, to } = desk.range.value;
    const [begin, end] = [job?.from ?? 0, job?.to ?? 0];
    expect((to - from) / (end - begin)).toBeCloseTo(1 / 0.6, 1);
    expect((from + to) / 2).toBeCloseTo((begin + end) / 2, -1);
    // A worker or a pod from its beginning to its end.
    const pod = [...(desk.log?.lives.ids() ?? [])].find((id) => desk.log?.lives.kind(id) === 'pod') ?? '';
    desk.select(pod);
    centerSelection(desk);
    expect(desk.range.value.from).toBeLessThanOrEqual(desk.log?.at(desk.log.lives.begin(pod)) ?? 0);
  });

  test('has the moment in its middle where nothing is selected', () => {
    desk.chosenRange.value = { from: 0, to: 1_000 };
    centerSelection(desk);
    const { from, to } = desk.range.value;
    expect([to - from, (from + to) / 2]).toStrictEqual([1_000, desk.at.value]);
  });
});

describe('a step', () => {
  test('in the track of jobs leads to the next of the same endpoint, and back, and the range follows', () => {
    const bars = desk.log?.jobs.bars ?? [];
    stepInTrack(desk, 'bars', 1);
    const first = desk.log?.jobs.find(desk.selected.value ?? '');
    expect(first?.seq).toBe(bars.find(({ seq }) => seq > 300)?.seq);
    const own = bars.filter(({ endpoint }) => endpoint === first?.endpoint);
    const place = own.findIndex(({ id }) => id === first?.id);
    stepInTrack(desk, 'bars', 1);
    expect(desk.selected.value).toBe(own[place + 1]?.id);
    expect(desk.seq.value).toBe(own[place + 1]?.seq);
    desk.chosenRange.value = { from: 0, to: 100 };
    stepInTrack(desk, 'bars', -1);
    expect(desk.selected.value).toBe(first?.id);
    expect(desk.range.value.from <= desk.at.value && desk.at.value <= desk.range.value.to).toBe(true);
    expect(desk.range.value.to - desk.range.value.from).toBe(100);
  });

  test('on the tape leads to each mark; in a chart to each change', () => {
    const { seqs } = desk.log?.landmarks ?? { seqs: [] };
    stepInTrack(desk, 'tape', 1);
    expect(desk.seq.value).toBe(seqs.find((seq) => seq > 300));
    stepInTrack(desk, 'tape', -1);
    expect(desk.seq.value).toBe(seqs.findLast((seq) => seq < (seqs.find((one) => one > 300) ?? 0)));
    const times = desk.log?.series.record.all.jobs.queue.trace?.times ?? [];
    const at = desk.at.value;
    stepInTrack(desk, 'queue', 1);
    expect(desk.at.value).toBeGreaterThan(at);
    expect(desk.at.value).toBeLessThanOrEqual(times.find((time) => time > at) ?? 0);
  });

  test('on a lane leads from job to job of its worker', () => {
    const lane = desk.log?.lanes.groups.flatMap(({ lanes }) => lanes).find(({ bars, most }) => bars.length > 3 && most === 1);
    const [one, two] = lane?.bars ?? [];
    desk.select(one?.id);
    desk.goToTime(one?.from ?? 0);
    stepInTrack(desk, 'lanes', 1);
    expect([desk.selected.value, desk.at.value]).toStrictEqual([two?.id, two?.from]);
    stepInTrack(desk, 'lanes', -1);
    expect([desk.selected.value, desk.at.value]).toStrictEqual([one?.id, one?.from]);
  });

  test('outside of tracks leads to an event of what is selected, or to an entry', () => {
    stepInTrack(desk, undefined, 1);
    expect(desk.seq.value).toBe(301);
    const id = desk.log?.jobs.bars[5]?.id ?? '';
    desk.select(id);
    const seqs = [...(desk.log?.lives.upTo(id, desk.log.length) ?? [])].map(({ seq }) => seq);
    desk.go(seqs[0] ?? 0);
    stepInTrack(desk, undefined, 1);
    expect([desk.seq.value, desk.selected.value]).toStrictEqual([seqs[1], id]);
    stepInTrack(desk, undefined, -1);
    expect(desk.seq.value).toBe(seqs[0]);
  });
});
