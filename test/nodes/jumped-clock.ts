/** Loaded before a node: the clock of its machine is wrong by this. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [Real.now() + aheadMs] : given) as [number]));
  }
  static override now(): number {
    return Real.now() + aheadMs;
  }
} as DateConstructor;
