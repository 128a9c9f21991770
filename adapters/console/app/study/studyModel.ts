import { computed, effect, signal } from '@preact/signals';
import {
  amountText,
  type ConfigurationReport,
  drawHeatMap,
  type HeatMap,
  type HeatMapChoice,
  type MeasureReport,
  type PictureLimit,
  type StudyReport,
  valueText,
} from '../../../../engine/lab/study/index.ts';
import { runAddress } from './replay.tsx';
import { findColumn, type Order, orderConfigurations, type SortColumn } from './sorting.ts';
import type { StudyPageData } from './studyData.ts';

/** What the page of a study shows, and what the reader has chosen. */
export class StudyModel {
  readonly data: StudyPageData;
  readonly report: StudyReport;
  /** The number of the configuration that is looked at. */
  readonly selected = signal(0);
  readonly order = signal<Order>({ column: 'number', isDown: false });
  /** The measures of the plot. */
  readonly across = signal('');
  readonly up = signal('');
  readonly heat = signal<HeatMapChoice | undefined>(undefined);
  readonly sorted = computed(() => orderConfigurations(this.report, this.order.value));
  readonly heatMap = computed<HeatMap | undefined>(() => {
    const choice = this.heat.value;
    if (choice === undefined || choice.across === choice.down) return undefined;
    return drawHeatMap(choice, this.report.picture.settings, this.report.configurations);
  });

  constructor(data: StudyPageData) {
    this.data = data;
    const { report } = data;
    this.report = report;
    const names = report.measures.map(({ name }) => name);
    const { frontier, heatMap } = report.picture;
    const words = new URLSearchParams(location.hash.replace(/^#/, ''));
    const chooseName = (word: string, usual: string): string => names.find((name) => name === words.get(word)) ?? usual;
    this.across.value = chooseName('across', frontier?.across.name ?? names.find((name) => name === 'cost') ?? names[1] ?? names[0] ?? '');
    this.up.value = chooseName('up', frontier?.up.name ?? names.find((name) => name !== this.across.peek()) ?? '');
    this.heat.value = heatMap === null ? undefined : this.#chooseHeat(words, heatMap);
    const number = Number(words.get('configuration') ?? report.best ?? report.frontier[0] ?? 1);
    this.selected.value = this.configuration(number) === undefined ? 1 : number;
    const column = findColumn(report, words.get('sort') ?? '');
    if (column !== undefined) this.order.value = { column, isDown: words.has('down') };
  }

  configuration(number: number): ConfigurationReport | undefined {
    return this.report.configurations[number - 1];
  }

  findUnit(measure: string): string {
    return this.report.measures.find(({ name }) => name === measure)?.unit ?? '';
  }

  findLimit(measure: string): PictureLimit | undefined {
    return this.report.picture.limits.find((limit) => limit.measure === measure);
  }

  /** Sorts by a column; the other way round if it is sorted by it already. */
  sortBy(column: SortColumn): void {
    const { column: before, isDown } = this.order.peek();
    this.order.value = { column, isDown: before === column && !isDown };
  }

  findRun(number: number): string | undefined {
    return runAddress(this.data, number);
  }

  findSeed(number: number): string | undefined {
    return this.data.medians.find(({ configuration }) => configuration === number)?.seed;
  }

  /** `workers.max=4 idleTimeout=30s` */
  describeValues({ values }: ConfigurationReport): string {
    return this.report.varied.map((name, k) => `${name}=${valueText(values[k] ?? null)}`).join(' ');
  }

  /** A mean with its interval: `2.94s, 95 % interval 2.1s to 3.4s`. */
  measureWords(measure: string, value: MeasureReport | null | undefined): string {
    const unit = this.findUnit(measure);
    if (value === null || value === undefined) return 'none';
    const { n, mean, low, high } = value;
    const end = (at: number | null): string => (at === null ? 'unknown' : amountText(at, unit));
    const interval = n < 2 || low === high ? '' : `, 95 % interval ${end(low)} to ${end(high)}`;
    return `${amountText(mean, unit)}${interval}`;
  }

  /** The address follows what is chosen, a little later. `isOver`: the address belongs to the replay now. */
  keepAddress(isOver: () => boolean): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    effect(() => {
      const words = this.#words();
      clearTimeout(timer);
      if (isFirst) isFirst = false;
      else
        timer = setTimeout(() => {
          if (!isOver()) history.replaceState(null, '', `#${words}`);
        }, 200);
    });
  }

  #words(): URLSearchParams {
    const { column, isDown } = this.order.value;
    const heat = this.heat.value;
    return new URLSearchParams({
      configuration: String(this.selected.value),
      ...(column === 'number' && !isDown ? {} : { sort: column }),
      ...(isDown ? { down: '' } : {}),
      across: this.across.value,
      up: this.up.value,
      ...(heat === undefined ? {} : { heat: heat.measure, columns: heat.across, rows: heat.down }),
    });
  }

  #chooseHeat(words: URLSearchParams, { measure, across, down }: HeatMapChoice): HeatMapChoice {
    const { measures, varied } = this.report;
    return {
      measure: measures.find(({ name }) => name === words.get('heat'))?.name ?? measure,
      across: varied.find((name) => name === words.get('columns')) ?? across,
      down: varied.find((name) => name === words.get('rows')) ?? down,
    };
  }
}
