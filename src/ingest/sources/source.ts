/** One file a source offers. */
export type SourceFile = {
  /** From the top of the docs folder, "/" between parts, in Unicode form NFC. Unique within a snapshot. */
  path: string;
  /** Bytes, when the snapshot was taken. */
  size: number;
  /** Identity of the content where the source knows it cheaply (a git blob id, a file's times): equal ids mean equal bytes. */
  contentId: string | undefined;
};

/** A file that looked like a page and was left out, with a sentence for the person who owns it. */
export type SkippedFile = { path: string; reason: string };

export type SourceContent = { file: SourceFile; content: Buffer };

/** What a source held at one moment. */
export type SourceSnapshot = {
  /** The commit that was read, or "" for a plain folder. A work tree may hold edits that its commit does not. */
  commit: string;
  /** Every file that may be a page, sorted by path: Markdown, what becomes Markdown, and what may be an OpenAPI description. */
  files: SourceFile[];
  /**
   * Files that describe the site or that pages may include, sorted by path; none of `files` is among them. A site's
   * file above the docs folder has a path that begins with "../", and still lies inside the source.
   */
  support: SourceFile[];
  skipped: SkippedFile[];
  /** How many documents there are in formats that are not read, by the ending of their names. */
  unread: ReadonlyMap<string, number>;
  /**
   * The bytes of some of `files` and `support`, in the order asked for, a few at a time. Content may be no text at
   * all: the reader decides. A file that vanished or changed into something else since the snapshot is left out, never
   * an error. Leaving the loop early releases what was opened.
   */
  read(files: SourceFile[]): AsyncIterable<SourceContent>;
  /** Whether a file may show under several paths, so that a change under one of them says nothing of the others. */
  hasLinks?: boolean;
};

/** An earlier state of a source. */
export type EarlierState = {
  /** The commit that was read then, or "" for a plain folder. */
  commit: string;
  /** Where somebody watched the docs folder since: every path below it that was touched, "/" between parts. */
  touched?: string[];
};

/** What is otherwise than in an earlier state, where no page came or went. */
export type SourceChanges = Pick<SourceSnapshot, "commit" | "read"> & {
  /** Files that may be pages, were there before, and may have another content. */
  files: SourceFile[];
  /** Paths of other files that came, changed or went, and that pages may include or a site's settings may name. */
  support: string[];
};

/** Where docs come from. An implementation never writes to the place it reads. */
export interface Source {
  /**
   * Lists the files as they are now. Throws an AppError with a sentence for a person when the place cannot be
   * read, and the signal's reason when it was aborted. It does not retry.
   */
  snapshot(signal?: AbortSignal): Promise<SourceSnapshot>;
  /**
   * What changed since an earlier state, at a cost that grows with the changes alone. Undefined where a snapshot has to tell:
   * pages came or went, much has changed, or the earlier state is not known. Throws as `snapshot` does.
   */
  changes?(since: EarlierState, signal?: AbortSignal): Promise<SourceChanges | undefined>;
}

/** A source that can be asked often whether there is anything new. */
export interface CheckedSource extends Source {
  /**
   * What the source holds now, in one word, at far less cost than reading it: two equal answers mean that there is
   * nothing to sync between them. For commits it is the commit's id. Throws as `snapshot` does.
   */
  version(signal?: AbortSignal): Promise<string>;
}
