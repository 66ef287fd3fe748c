import { pageFacts } from "../../src/docs/check/facts/page-facts.ts";
import { replaceInSettings } from "../../src/docs/edit/replace-in-page.ts";
import { setField } from "../../src/docs/edit/set-front-matter.ts";
import { termMatcher } from "../../src/docs/edit/term-matcher.ts";
import { frontMatterEnd, readFrontMatter } from "../../src/docs/page/front-matter.ts";
import { findSite, readEntries, referencesOf } from "../../src/docs/site/find-site.ts";
import { ignoreMatcher } from "../../src/docs/site/glob.ts";
import { namedMetadata } from "../../src/docs/tree/named-metadata.ts";
import { otherAddresses } from "../../src/docs/tree/other-addresses.ts";
import { jsonFaultLine } from "../../src/docs/values/json-fault.ts";
import { valueOfData } from "../../src/docs/values/read-data.ts";
import { readStaticConfig } from "../../src/docs/values/read-static-config.ts";
import { textValues } from "../../src/docs/values/text-values.ts";
import { sameBeside, sameCode } from "../../src/docs/write/same-settings.ts";
import { convertFile } from "../../src/ingest/pages/read-file.ts";
import type { Syntax } from "./hostile-tokens.ts";
import { type NamedReader, page, reader, text } from "./named-reader.ts";

const yaml = [...text, "yaml"] as const;
const toml = [...text, "toml"] as const;
const json = [...text, "json"] as const;
const script = [...text, "scripts", "json"] as const;
const matcher = termMatcher({ from: "a", to: "b", isExact: false });
const rules = { dialect: { comments: true, headingIds: true }, addsHeadings: undefined };

/** What reads front matter, settings and navigation of sites. */
export const dataReaders = [
  reader("front matter in YAML", yaml, (own) => readFrontMatter(`---\n${own}\n---\n`)),
  reader("a value of front matter", yaml, (own) => readFrontMatter(`---\na: ${own}\n---\n`)),
  reader("front matter in TOML", toml, (own) => readFrontMatter(`+++\n${own}\n+++\n`)),
  reader("front matter in JSON", json, (own) => readFrontMatter(`{\n${own}\n}\n`)),
  reader("frontMatterEnd", [...page, "yaml"], frontMatterEnd),
  reader("namedMetadata", yaml, (own) => namedMetadata(`---\nslug: a\n${own}\n---\n`)),
  reader("setField", yaml, (own) => {
    try {
      return setField("a.md", `---\n${own}\n---\n`, "title", { text: "a" });
    } catch (error) {
      return error;
    }
  }),
  reader("facts of front matter", [...yaml, "toml"], (own) =>
    pageFacts({ path: "a.md", text: `---\na: 1\na: 2\n${own}\n---\n`, rules }),
  ),
  reader("valueOfData in YAML", [...yaml, "lists"], (own) => valueOfData(own, "a.yml")),
  reader("valueOfData in TOML", toml, (own) => valueOfData(own, "a.toml")),
  reader("valueOfData in JSON", json, (own) => valueOfData(own, "a.json")),
  reader("textValues of YAML", [...yaml, "lists"], (own) => textValues("a.yml", own)),
  reader("textValues of JSON", json, (own) => textValues("a.json", own)),
  reader("textValues of scripts", script, (own) => textValues("a.ts", own)),
  reader("replaceInSettings", yaml, (own) => replaceInSettings("a.yml", own, matcher)),
  reader("jsonFaultLine", json, jsonFaultLine),
  reader("readStaticConfig", script, (own) => readStaticConfig(own, "a.ts")),
  reader("a value of a script", script, (own) => readStaticConfig(`export default ${own}`, "a.ts")),
  reader("sameCode", script, (own) => sameCode({ before: own, after: `${own} a` })),
  reader("sameBeside", yaml, (own) =>
    sameBeside({ path: "a.yml", before: own, after: `${own}\na: 1` }, ["nav"]),
  ),
  reader("ignoreMatcher", text, (own) => ignoreMatcher(own)("docs/a/b.md")),
  site("docs.json", '{"navigation":{"pages":[', ["json"]),
  site("mkdocs.yml", "", ["yaml", "lists"]),
  site("mkdocs.yml", "site_name: a\nnav:\n", ["yaml", "lists"]),
  site("docusaurus.config.ts", "export default ", ["scripts", "json"]),
  site("sidebars.ts", "export default ", ["scripts", "json"]),
  site(".vitepress/config.ts", "export default ", ["scripts", "json"]),
  site("astro.config.mjs", "import a from '@astrojs/starlight'\nexport default ", ["scripts"]),
  site("SUMMARY.md", "", ["markdown", "lists"]),
  site("book.toml", "", ["toml"]),
  site("hugo.toml", "", ["toml"]),
  site("conf.py", "extensions = [", ["scripts"]),
  site("index.rst", "", ["rst"]),
  site("antora.yml", "name: a\nnav:\n", ["yaml"]),
  site("modules/ROOT/nav.adoc", "", ["adoc", "lists"]),
  reader("otherAddresses", [...text, "lists"], (own) => {
    const site = findSite({ paths: ["a.md"], siteFiles: new Map() });
    return otherAddresses(site, [], new Map([["_redirects", own]])).has("a/b");
  }),
];

/** Other files that a file counts with. */
const companions: Record<string, Record<string, string>> = {
  "sidebars.ts": { "docusaurus.config.ts": "export default { title: 'a' }" },
  "SUMMARY.md": { "book.toml": "[book]\n" },
  "index.rst": { "conf.py": "project = 'a'\n" },
  "modules/ROOT/nav.adoc": { "antora.yml": "name: a\nnav:\n- modules/ROOT/nav.adoc\n" },
};

function site(path: string, before: string, syntaxes: Syntax[]): NamedReader {
  const name = before === "" ? path : `${path} from ${JSON.stringify(before.slice(-16))} on`;
  return reader(`site by ${name}`, [...text, ...syntaxes], (own) => openSite(path, before + own));
}

function openSite(path: string, content: string): unknown {
  const siteFiles = new Map(Object.entries({ ...companions[path], [path]: content }));
  const paths = ["a.md", "docs/a.md", "src/a.md", "content/a.md", "src/content/docs/a.md", path];
  const found = findSite({ paths, siteFiles });
  const places = paths.map((own) => found.place(own, {}));
  const entries = readEntries({ path, text: content, siteFiles }, found);
  return [places, referencesOf(path, content), entries];
}

/** What makes pages of other files. */
export const fileReaders = [
  file("a.html", ["", ""], ["html"]),
  file("a.html", ["<body><main>", ""], ["html"]),
  file("a.rst", ["", ""], ["rst"]),
  file("a.adoc", ["", ""], ["adoc"]),
  file("a.txt", ["", ""], ["markdown"]),
  file("a.ipynb", ['{"nbformat":4,"metadata":{},"cells":[', "]}"], ["json"]),
  file("api.json", ['{"openapi":"3.0.0","paths":{', "}}"], ["json", "openapi"]),
  file("api.yaml", ["openapi: 3.0.0\npaths:\n", ""], ["yaml", "openapi"]),
  file("api.yaml", ["openapi: 3.0.0\ncomponents:\n  schemas:\n", ""], ["yaml", "openapi"]),
  reader("cells of a notebook", page, (source) =>
    convertFile({ path: "a.ipynb", text: JSON.stringify({ ...notebook, cells: cellsOf(source) }) }),
  ),
  reader("descriptions of an API", page, (source) =>
    convertFile({ path: "api.json", text: JSON.stringify(apiOf(source)) }),
  ),
];

function file(path: string, [before, after]: [string, string], syntaxes: Syntax[]): NamedReader {
  const name = before === "" ? path : `${path} from ${JSON.stringify(before.slice(-16))} on`;
  return reader(`file ${name}`, [...text, ...syntaxes], (own) =>
    convertFile({ path, text: before + own + after }),
  );
}

const notebook = { nbformat: 4, metadata: {} };

function cellsOf(source: string): unknown[] {
  const outputs = [{ output_type: "stream", text: source }];
  return [
    { cell_type: "markdown", source: [source] },
    { cell_type: "code", source, outputs },
  ];
}

function apiOf(source: string): unknown {
  const operation = { summary: source, description: source };
  const info = { title: source, description: source };
  return { openapi: "3.0.0", info, paths: { "/a": { get: operation } } };
}
