/** Takes some items and gives a result for each, undefined where it is too costly. */
export type ReadEach<Item, Result> = (
  items: Item[],
  options?: ReadOptions,
) => Promise<(Result | undefined)[]>;

export type ReadOptions = {
  /** Whether much was too costly already: then the rest has less time. It may become so while items wait. */
  isHurried?(): boolean;
};
