export type Labels = Record<string, string>;
export type Counter = { add(labels?: Labels, amount?: number): void };
export type Histogram = { observe(seconds: number, labels?: Labels): void };

export type Metrics = {
  counter(name: string, help: string): Counter;
  gauge(name: string, help: string, read: () => number): void;
  histogram(name: string, help: string): Histogram;
  /** Everything in Prometheus' text format. */
  render(): string;
};

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const families: (() => string)[] = [];
  return {
    counter(name, help) {
      const values = new Map<string, number>();
      families.push(() =>
        family(
          name,
          help,
          "counter",
          [...values].map(([labels, value]) => `${name}${labels} ${value}`),
        ),
      );
      return {
        add(labels = {}, amount = 1) {
          const key = labelText(labels);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    gauge(name, help, read) {
      families.push(() => family(name, help, "gauge", [`${name} ${read()}`]));
    },
    histogram(name, help) {
      const series = new Map<
        string,
        { labels: Labels; buckets: number[]; sum: number; count: number }
      >();
      families.push(() =>
        family(
          name,
          help,
          "histogram",
          [...series.values()].flatMap((one) => histogramLines(name, one)),
        ),
      );
      return {
        observe(seconds, labels = {}) {
          const key = labelText(labels);
          const one = series.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, one);
          one.buckets = one.buckets.map(
            (count, index) => count + (seconds <= (bounds[index] ?? 0) ? 1 : 0),
          );
          one.sum += seconds;
          one.count += 1;
        },
      };
    },
    render: () => families.map((write) => write()).join(""),
  };
}

function family(name: string, help: string, type: string, lines: string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function histogramLines(
  name: string,
  one: { labels: Labels; buckets: number[]; sum: number; count: number },
): string[] {
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
