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
  /** The same as figures. */
  families(): Family[];
};

export type LabelledValue = { labels: Labels; value: number };
/** `buckets` count what is up to each bound. */
export type HistogramPoint = { labels: Labels; buckets: number[]; sum: number; count: number };
export type Family = { name: string; help: string } & (
  | { type: "counter" | "gauge"; read(): LabelledValue[] }
  | { type: "histogram"; bounds: readonly number[]; read(): HistogramPoint[] }
);

const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const families: Family[] = [];
  const gauges = (name: string, help: string, read: () => LabelledValue[]) =>
    void families.push({ name, help, type: "gauge", read });
  return {
    counter(name, help) {
      const values = new Map<string, LabelledValue>();
      families.push({ name, help, type: "counter", read: () => [...values.values()] });
      return {
        add(labels = {}, amount = 1) {
          const key = labelText(labels);
          values.set(key, { labels, value: (values.get(key)?.value ?? 0) + amount });
        },
      };
    },
    gauge: (name, help, read) => gauges(name, help, () => [{ labels: {}, value: read() }]),
    gauges,
    histogram(name, help, bounds = requestBounds) {
      const points = new Map<string, HistogramPoint>();
      families.push({ name, help, type: "histogram", bounds, read: () => [...points.values()] });
      return { observe: (seconds, labels = {}) => observe(points, bounds, { seconds, labels }) };
    },
    render: () => families.map(familyText).join(""),
    families: () => families,
  };
}

function observe(
  points: Map<string, HistogramPoint>,
  bounds: readonly number[],
  { seconds, labels }: { seconds: number; labels: Labels },
): void {
  const key = labelText(labels);
  const one = points.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
  points.set(key, one);
  one.buckets = one.buckets.map(
    (count, index) => count + (seconds <= (bounds[index] ?? 0) ? 1 : 0),
  );
  one.sum += seconds;
  one.count += 1;
}

function familyText(family: Family): string {
  const { name, help, type } = family;
  const lines =
    family.type === "histogram"
      ? family.read().flatMap((one) => histogramLines(name, family.bounds, one))
      : family.read().map(({ labels, value }) => `${name}${labelText(labels)} ${value}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function histogramLines(name: string, bounds: readonly number[], one: HistogramPoint): string[] {
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
