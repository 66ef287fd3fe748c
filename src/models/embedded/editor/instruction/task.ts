/** One thing to do, as understood from the instruction. Page names are what the person wrote. */
export type Task =
  | ReplaceTask
  | AddPageTask
  | AddSectionTask
  | FixLinksTask
  | FrontMatterTask
  | DraftTask;

export type ReplaceTask = {
  kind: "replace";
  from: string;
  to: string;
  /** The old text was quoted as code: it is found only as it is spelled. */
  isCode: boolean;
  /** Code is changed as well: the text is code, or the instruction says so. */
  inCode: boolean;
  /** Only this page. */
  page: string | undefined;
  /** The whole new text, should `page` turn out to be part of it: "with sign in". */
  wholeTo: string | undefined;
  except: string[];
};

export type AddPageTask = {
  kind: "add-page";
  title: string;
  path: string | undefined;
  group: string | undefined;
} & Content;

export type AddSectionTask = {
  kind: "add-section";
  /** "" adds a paragraph or a note without a heading. */
  heading: string;
  page: string;
  isNote: boolean;
} & Content;

export type Content = {
  /** What the text is to be about. */
  topic: string;
  /** Text that is to stand in the page as it is. */
  text: string;
  /** Further wishes that only a person can carry out. */
  wishes: string[];
};

export type FixLinksTask = { kind: "fix-links"; page: string | undefined };

export type FrontMatterTask = {
  kind: "front-matter";
  fields: ("title" | "description")[];
  page: string | undefined;
};

export type DraftTask = { kind: "draft"; instruction: string };
