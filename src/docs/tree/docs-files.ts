/** The files of a repository: a commit with changes laid over it, a folder on disk, or texts in memory. */
export type DocsFiles = {
  /** Every path below a folder, in order. What is not readable can be neither read nor changed. */
  list(folder?: string): { path: string; readable: boolean }[];
  /** Many texts, in the order asked for; what cannot be read as text is left out. */
  readEach(paths: string[]): AsyncGenerator<{ path: string; content: string }>;
};

/** What is known of a text when it is written. */
export type TextBasis = {
  /** The text that is replaced. */
  before: string;
  /** Written by a verb, which changes links, entries and labels alone and reads the file before and after. */
  byVerb?: boolean;
};

/** Files that can be changed. A path that must not be written is refused with a sentence for a model. */
export type EditableFiles = DocsFiles & {
  /** Whether there is a plain file at the path. */
  has(path: string): boolean;
  /** Makes a file, or replaces the whole of one. Without a basis all that it says is new. */
  write(path: string, content: string, basis?: TextBasis): { created: boolean };
  remove(path: string): void;
  /** Moves several files, or none of them when one cannot be moved. */
  moveAll(moves: { from: string; to: string }[]): Promise<void>;
  /** Paths of the text files that hold one of the texts, to the letter, in order. */
  filesWith(texts: string[]): Promise<string[]>;
  /** What differs from the base, by path. */
  changes(): readonly { path: string }[];
};

/** Longer pages are not looked into. */
export const maxPageLength = 1024 * 1024;
