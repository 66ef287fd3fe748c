/** Values that are kept while there is room; those used longest ago go first, and one that is too heavy is kept alone. */
export type WeightedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, weight: number): void;
  delete(key: string): void;
};

export function createWeightedCache<Value>(room: number): WeightedCache<Value> {
  const entries = new Map<string, { value: Value; weight: number }>();
  let total = 0;
  const drop = (key: string) => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, weight) {
      drop(key);
      entries.set(key, { value, weight });
      total += weight;
      for (const other of entries.keys()) {
        if (total <= room || other === key) break;
        drop(other);
      }
    },
    delete: drop,
  };
}
