/** Takes some items and gives a result for each, undefined where it is too costly. */
export type ReadEach<Item, Result> = (
  items: Item[],
  options?: ReadOptions,
) => Promise<(Result | undefined)[]>;

export type ReadOptions = {
  /** Much was too costly already: the rest has less time. */
  isHurried?: boolean;
};
