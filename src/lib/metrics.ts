export type Labels = Record<string, string>;
export type Counter = { add(labels?: Labels, amount?: number): void };
export type Histogram = { observe(seconds: number, labels?: Labels): void };

export type Metrics = {
  counter(name: string, help: string): Counter;
  gauge(name: string, help: string, read: () => number): void;
  /** One value for each set of labels there is at the moment. */
  gauges(name: string, help: string, read: () => LabelledValue[]): void;
  /** `bounds` are the upper ends of the buckets in seconds; without them those of a request. */
  histogram(name: string, help: string, bounds?: readonly number[]): Histogram;
  /** Everything in Prometheus' text format. */
  render(): string;
};

export type LabelledValue = { labels: Labels; value: number };

const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const families: (() => string)[] = [];
  const add = (name: string, help: string, type: string, lines: () => string[]) =>
    void families.push(() => family(name, help, type, lines()));
  const gauges = (name: string, help: string, read: () => LabelledValue[]) =>
    add(name, help, "gauge", () =>
      read().map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
    );
  return {
    counter(name, help) {
      const values = new Map<string, number>();
      add(name, help, "counter", () =>
        [...values].map(([labels, value]) => `${name}${labels} ${value}`),
      );
      return {
        add(labels = {}, amount = 1) {
          const key = labelText(labels);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    gauge: (name, help, read) => gauges(name, help, () => [{ labels: {}, value: read() }]),
    gauges,
    histogram(name, help, bounds = requestBounds) {
      const series = new Map<string, Series>();
      add(name, help, "histogram", () =>
        [...series.values()].flatMap((one) => histogramLines(name, bounds, one)),
      );
      return { observe: (seconds, labels = {}) => observe(series, bounds, { seconds, labels }) };
    },
    render: () => families.map((write) => write()).join(""),
  };
}

type Series = { labels: Labels; buckets: number[]; sum: number; count: number };

function observe(
  series: Map<string, Series>,
  bounds: readonly number[],
  { seconds, labels }: { seconds: number; labels: Labels },
): void {
  const key = labelText(labels);
  const one = series.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
  series.set(key, one);
  one.buckets = one.buckets.map(
    (count, index) => count + (seconds <= (bounds[index] ?? 0) ? 1 : 0),
  );
  one.sum += seconds;
  one.count += 1;
}

function family(name: string, help: string, type: string, lines: string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function histogramLines(name: string, bounds: readonly number[], one: Series): string[] {
  const buckets = bounds.map((le, index) => {
    const labels = labelText({ ...one.labels, le: String(le) });
    return `${name}_bucket${labels} ${one.buckets[index] ?? 0}`;
  });
  const labels = labelText(one.labels);
  return [
    ...buckets,
    `${name}_bucket${labelText({ ...one.labels, le: "+Inf" })} ${one.count}`,
    `${name}_sum${labels} ${one.sum}`,
    `${name}_count${labels} ${one.count}`,
  ];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));
}

export function observeProcess(metrics: Metrics): void {
  metrics.gauge("docent_resident_memory_bytes", "Memory of the process.", () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge("docent_uptime_seconds", "Time since the start.", () =>
    Math.round(process.uptime()),
  );
}
