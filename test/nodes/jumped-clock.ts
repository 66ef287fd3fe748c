/** Loaded before a node: the clock of its machine jumps by an hour, ahead and back, again and again. */
const hourMs = 3_600_000;
const jumpEachMs = 2_500;
const Real = Date;
const jump = () => (Math.floor(performance.now() / jumpEachMs) % 2 === 0 ? hourMs : -hourMs);

globalThis.Date = class extends Real {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [Real.now() + jump()] : given) as [number]));
  }
  static override now(): number {
    return Real.now() + jump();
  }
} as DateConstructor;
