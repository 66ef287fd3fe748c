/** What the widget's calls and events carry of the assistant's API, spelled out so that the package needs no schema library. */
export type Citation = {
  n: number;
  path: string;
  title: string;
  heading: string;
  url: string;
  startLine: number;
  endLine: number;
  quote: string;
  revision: string;
  supported: boolean;
};

export type Outcome = "answered" | "reserve" | "declined";

export type ContextItem = {
  type: "code" | "textSelection";
  value: string;
  path?: string | null | undefined;
  elementId?: string | null | undefined;
};

export type Rating = "up" | "down";

export type ProblemKind =
  | "offline"
  | "unreachable"
  | "rate"
  | "full"
  | "key"
  | "origin"
  | "domain"
  | "long"
  | "invalid"
  | "broken"
  | "server";
