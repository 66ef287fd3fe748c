/** A page as a navigation file names it. */
export type NavigationEntry = {
  /** File that names it. */
  path: string;
  line: number;
  /** As written. */
  written: string;
  exists: boolean;
  /** Path or address to look for something like it. */
  wanted: string;
};
