/** A sample of a metric: its labels and its value. */
export interface MetricSample {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** One metric in the text format of Prometheus (0.0.4). */
export const metricText = (name: string, type: 'counter' | 'gauge', help: string, samples: readonly MetricSample[]): string => {
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
};

const labelsText = (labels: NonNullable<MetricSample['labels']>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const escapeLabel = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
