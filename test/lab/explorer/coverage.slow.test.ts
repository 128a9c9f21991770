import { describe, expect, test } from 'vitest';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { Corpus, type KeptStory } from '../../../engine/lab/explorer/corpus/corpus.ts';
import { collectCells, timeCells } from '../../../engine/lab/explorer/corpus/coverage.ts';
import { withoutCount } from '../../../engine/lab/explorer/corpus/tally.ts';
import { possibleCells, reportCoverage } from '../../../engine/lab/explorer/report/coverageReport.ts';
import { entriesOf, playedText, scenarioText, submit } from '../../support/worlds/playing.ts';

const cellsOfText = (text: string): ReadonlySet<string> => collectCells(entriesOf(playedText(text)));

const cancelled = scenarioText(`steps:
  - ${submit}
  - { when: job $job is IN_PROGRESS, within: 1m, act: cancel, with: { endpoint: ep-a, job: $job } }
  - { act: cancel, with: { endpoint: ep-a, job: $job } }
`);

const deleted = scenarioText(`steps:
  - ${submit}
  - { delay: 5m, act: deleteEndpoint, with: { endpoint: ep-a } }
`);

describe('the cells of a log', () => {
  test('say in which status an event came, and after which other', () => {
    const cells = cellsOfText(cancelled);
    expect(cells).toContain('lifecycle: job IN_PROGRESS · JobCancelled');
    expect(cells).toContain('succession: JobStarted · JobCancelled');
    expect(cells).toContain('succession: job · JobQueued');
  });

  test('say what was asked of something in which status, and by which rule that was refused', () => {
    const cells = cellsOfText(cancelled);
    expect(cells).toContain('call: cancel · job IN_PROGRESS');
    expect(cells).toContain('refusal: cancel · job.cancel-terminal');
    expect(cells).toContain('refused-in: cancel · job CANCELLED · job.cancel-terminal');
  });

  test('say which event led to one of another entity, by which rule, and what stood side by side', () => {
    const cells = cellsOfText(cancelled);
    expect(cells).toContain('policy: JobCancelled · WorkerFreed');
    expect(cells).toContain('cause: job.cancel-running · InputReceived');
    expect(cells).toContain('together: job IN_PROGRESS · worker RUNNING');
  });

  test('say in which status a fault met what it struck', () => {
    const faulty = `${cancelled}faults: [{ fault: worker-crash, at: 500ms }]\n`;
    expect(cellsOfText(faulty.replace('IN_PROGRESS, within', 'COMPLETED, within'))).toContain('fault: worker-crash · worker RUNNING');
  });

  test('say what belongs to what a call is about', () => {
    expect(cellsOfText(deleted)).toContain('around: deleteEndpoint · job COMPLETED');
    const burst = scenarioText(`load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 4 } }]\n`);
    expect(cellsOfText(burst)).toContain('around: run · job IN_QUEUE · several');
  });

  test('say which faults last meanwhile, how something is configured, and what is on its host', () => {
    const pod = (name: string) =>
      `  - { act: createPod, with: { body: { name: ${name}, image: a, gpu: { id: NVIDIA L4 }, mounts: { persistent: { size: 10, path: /a } } } } }\n`;
    const cells = cellsOfText(
      scenarioText(`faults: [{ fault: slow-image-pull, window: { to: 1h }, chance: 1/2, delay: 1s }]\nsteps:\n${pod('p')}${pod('q')}`),
    );
    expect(cells).toContain('during: PodCreated · slow-image-pull by chance');
    expect(cells).toContain('with: PodCreated · pod mounts persistent');
    expect(cells).toContain('beside: PodCreated · pod PROVISIONING');
  });

  test('say when each was met first', () => {
    const times = timeCells(entriesOf(playedText(deleted)));
    expect(times.get('lifecycle: job NEW · JobQueued')).toBe(0);
    expect(times.get('around: deleteEndpoint · job COMPLETED')).toBe(300_000);
  });

  test('count in powers of two', () => {
    const times = (count: number) =>
      cellsOfText(scenarioText(`load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: ${count} } }]\n`));
    const queued = (count: number) => [...times(count)].filter((cell) => cell.startsWith('lifecycle: job NEW · JobQueued'));
    expect([1, 2, 3, 4, 5].flatMap(queued)).toStrictEqual(
      ['', ' ×2', ' ×4', ' ×4', ' ×8'].map((end) => `lifecycle: job NEW · JobQueued${end}`),
    );
  });
});

describe('a report of coverage', () => {
  const report = (cells: Iterable<string>) => new Map(reportCoverage(cells, () => 3).map((family) => [family.name, family]));

  test('counts what was met of what the tables say is possible', () => {
    const { met, possible, missing } = report(cellsOfText(cancelled)).get('lifecycle') ?? expect.fail('no such family');
    expect(met).toBeGreaterThan(5);
    expect(possible).toBe(possibleCells().get('lifecycle')?.length);
    expect(missing?.length).toBe((possible ?? 0) - met);
  });

  test('names cells that were never met, each with one that came near', () => {
    const { missing } = report(cellsOfText(cancelled)).get('lifecycle') ?? expect.fail('no such family');
    expect(missing?.find(({ cell }) => cell === 'lifecycle: job IN_PROGRESS · JobTimedOut')).toStrictEqual({
      cell: 'lifecycle: job IN_PROGRESS · JobTimedOut',
      nearest: { cell: 'lifecycle: job IN_PROGRESS · JobCancelled', times: 3 },
    });
    expect(missing?.find(({ cell }) => cell.startsWith('lifecycle: cluster ACTIVE'))?.nearest).toBeUndefined();
  });

  test('says of no cell of a log that it is impossible', () => {
    const known = possibleCells();
    const met = [...cellsOfText(cancelled)].map(withoutCount).filter((cell) => /^(?:lifecycle|succession|refusal):/.test(cell));
    expect(met.length).toBeGreaterThan(15);
    expect(met.filter((cell) => ![...known.values()].some((cells) => cells.includes(cell)))).toStrictEqual([]);
  });
});

describe('a corpus', () => {
  const kept = (title: string, entries = 10): KeptStory => ({ story: { title }, moments: [], places: {}, hosts: [], seen: [], entries });
  const pickedOf = (corpus: Corpus) => {
    const picked = corpus.pick(Array.from({ length: 400 }, (_, k) => new Choice('s', String(k)))).map(({ story }) => story['title']);
    return (title: string) => picked.filter((one) => one === title).length;
  };

  test('keeps the shortest story for each cell', () => {
    const corpus = new Corpus();
    expect(corpus.offer(['a', 'b'], kept('a long one'))).toBe(2);
    expect(corpus.offer(['a'], kept('short'))).toBe(0);
    expect(corpus.offer(['b'], kept('a much longer one'))).toBe(0);
    expect(corpus.kept.map(({ story }) => story['title'])).toStrictEqual(['short', 'a long one']);
  });

  test('picks stories of rare cells more often than those of common ones', () => {
    const corpus = new Corpus();
    for (let k = 0; k < 50; k++) corpus.offer(['common'], kept('common'));
    corpus.offer(['rare'], kept('rare'));
    const times = pickedOf(corpus);
    expect(times('rare')).toBeGreaterThan(2 * times('common'));
    expect(times('common')).toBeGreaterThan(0);
  });

  test('picks stories that are quick to play more often than those that take long', () => {
    const corpus = new Corpus();
    corpus.offer(['one'], kept('slow', 12_800));
    corpus.offer(['other'], kept('quick', 100));
    const times = pickedOf(corpus);
    expect(times('quick')).toBeGreaterThan(5 * times('slow'));
  });

  test('picks stories of what stood side by side more often than those of what was refused', () => {
    const corpus = new Corpus();
    corpus.offer(['refusal: run · errors.validation'], kept('refused'));
    corpus.offer(['around: run · worker UNHEALTHY'], kept('side by side'));
    const times = pickedOf(corpus);
    expect(times('side by side')).toBeGreaterThan(3 * times('refused'));
  });

  test('does not pick the same story for ever', () => {
    const corpus = new Corpus();
    corpus.offer(['a'], kept('a'));
    pickedOf(corpus);
    corpus.offer(['b'], kept('b'));
    const times = pickedOf(corpus);
    expect(times('b')).toBeGreaterThan(times('a'));
  });
});
