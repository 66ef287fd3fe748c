import type { DocsTool } from "./docs-tool.ts";
import { grepDocs } from "./grep-docs.ts";
import { listPages } from "./list-pages.ts";
import { readPage } from "./read-page.ts";
import { searchDocs } from "./search-docs.ts";

/** Everything the assistant's model can do. All of it reads one revision of the docs. */
export const allTools: DocsTool[] = [searchDocs, readPage, listPages, grepDocs];
