import type { TermPart } from "../../../../docs/edit/replace-in-page.ts";

/** A page, a folder or a file of settings, as the person named it. `back`: the one page that the task before is about. */
export type Place = {
  name: string;
  kind: "page" | "folder" | "any" | "back";
  /** Where there is no such folder at the top, all of the docs are meant. */
  isLoose?: true;
  /** What else was said to name it, and its path must bear out: "the concepts page a.md". */
  hint?: string;
  /** The language whose version is meant; `all`: each of them. */
  language?: string;
};

/** Where a task applies; no `only`: all of the docs. */
export type Scope = { only: Place[]; except: Place[]; language?: string };

export type ReplaceTask = Scope & {
  kind: "replace";
  from: string;
  to: string;
  /** The term was written as code, so that it is found in code too, and only as it is spelled. */
  isCode: boolean;
  matchCase: boolean;
  /** Only where it is the whole of a heading or a label. */
  isWhole: boolean;
  /** Parts that the instruction names; undefined: nothing but these. */
  onlyIn: TermPart[] | undefined;
  alsoIn: TermPart[];
  notIn: TermPart[];
};

export type MoveTask = { kind: "move"; from: Place; to: string; isInto: boolean };
export type DeleteTask = { kind: "delete"; page: Place; replacement: Place | undefined };
export type RepairTask = Scope & { kind: "repair" };

export type FrontMatterTask = Scope & {
  kind: "front-matter";
  /** null takes the field out. */
  set: Record<string, string | number | boolean | null>;
  fill: ("title" | "description")[];
};

export type InsertTask = {
  kind: "insert";
  page: Place | undefined;
  /** undefined: a text without a heading of its own. */
  heading: string | undefined;
  at: "start" | "end" | "before" | "after" | "below" | "under";
  section: string | undefined;
  text: string;
};

export type AddPageTask = {
  kind: "add-page";
  title: string;
  path: string;
  folder: Place | undefined;
  group: string | undefined;
  text: string;
};

/** One thing to do, as understood from the instruction. */
export type Task =
  | ReplaceTask
  | MoveTask
  | DeleteTask
  | RepairTask
  | FrontMatterTask
  | InsertTask
  | AddPageTask;
