import type { PageProblem } from "../../docs/page/parsed-page.ts";

/** A page as Markdown. A file may hold several: an OpenAPI file has one per operation. */
export type PageText = { path: string; content: string; problems: PageProblem[] };

export type FileText = { path: string; text: string };
