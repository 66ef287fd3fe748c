import { z } from "zod";
import { errorCodes } from "../../contract/error.ts";
import { statusOf } from "../error-response.ts";
import { escapeHtml, htmlPage } from "../html-page.ts";
import type { Access, Route } from "../route.ts";
import { codeSamples } from "./code-samples.ts";
import { referenceScript, referenceStyle } from "./reference-look.ts";

type Listed = { route: Route; id: string };

/** The route table as a page to read, which needs no script and no network. */
export function referencePage(routes: Route[], publicUrl: string): Response {
  const listed = routes
    .filter((route) => route.access !== "public" || route.docs.tag === "Operations")
    .map((route) => ({ route, id: idOf(route) }));
  const groups = [...Map.groupBy(listed, ({ route }) => route.docs.tag)];
  const sections = groups.map(
    ([tag, some]) =>
      `<section data-group aria-labelledby="${slug(tag)}"><h2 id="${slug(tag)}">${escapeHtml(tag)}</h2>${some
        .map((one) => operation(one, publicUrl))
        .join("")}</section>`,
  );
  return htmlPage(
    "Docent API reference",
    `${contents(groups)}<main><h1>API reference</h1>
<p class="lead">Everything this server answers, at <code>${escapeHtml(publicUrl)}</code>. The same as a machine reads it: <a href="/openapi.json">openapi.json</a>.</p>
${sections.join("")}${errorTable()}</main>`,
    { extraStyle: referenceStyle, script: referenceScript },
  );
}

function idOf({ method, path }: Route): string {
  return slug(`${method} ${path}`);
}

function slug(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function contents(groups: [string, Listed[]][]): string {
  const lists = groups.map(
    ([tag, some]) =>
      `<div data-group><h2>${escapeHtml(tag)}</h2><ul>${some
        .map(
          ({ route, id }) =>
            `<li data-words="${wordsOf(route)}"><a href="#${id}">${escapeHtml(route.docs.summary)}</a></li>`,
        )
        .join("")}</ul></div>`,
  );
  return `<nav aria-label="Contents"><input class="filter" type="search" aria-label="Filter operations" placeholder="Filter operations" hidden>
<details open><summary>Contents</summary>${lists.join("")}<ul><li><a href="#errors">Errors</a></li></ul></details></nav>`;
}

/** What an operation is found by. */
function wordsOf({ method, path, docs }: Route): string {
  return escapeHtml(`${method} ${path} ${docs.summary} ${docs.tag}`.toLowerCase());
}

const keys: Record<Access, string> = {
  public: "none",
  dashboard: "none; for the pages of the dashboard alone",
  member: "none; for members in the dashboard alone",
  reader: "none for a public project, else an assistant key (<code>svc_dsc_…</code>)",
  assistant: "assistant key (<code>svc_dsc_…</code>)",
  admin: "admin key (<code>svc_…</code>)",
};

function operation({ route, id }: Listed, publicUrl: string): string {
  const { docs } = route;
  const inputs = [
    ...Object.entries(docs.query ?? {}).map(([name, one]) => [`?${name}`, one.description]),
    ...Object.entries(docs.headers ?? {}).map(([name, one]) => [name, one.description]),
    ...bodyFields(route.body),
  ];
  return `<article class="operation" id="${id}" data-words="${wordsOf(route)}"><h3><a class="anchor" href="#${id}">${escapeHtml(docs.summary)}</a></h3>
<p class="call"><span class="verb">${route.method.toUpperCase()}</span> <code>${escapeHtml(route.path)}</code></p>
<p>${inlineCode(docs.description)} Key: ${keys[route.access]}.</p>
${table(["Input", "Meaning"], inputs)}
${table(
  ["Status", "Reply"],
  docs.responses.map((one) => [String(one.status), one.description]),
)}
${codeSamples(route, publicUrl)
  .map(({ name, code }) => sample(name, code))
  .join("")}</article>`;
}

function bodyFields(body: z.ZodType | undefined): string[][] {
  if (!body) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(body, {
    io: "input",
    unrepresentable: "any",
  });
  return Object.entries(properties).map(([name, property]) => {
    const description = typeof property === "object" ? (property.description ?? "") : "";
    return [name, `${required.includes(name) ? "Required. " : ""}${description}`];
  });
}

function errorTable(): string {
  const rows = errorCodes.map((code) => [String(statusOf(code)), `\`${code}\``]);
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2><p>Every error has one shape: <code>{"error", "code", "requestId", "details"}</code>.</p>${table(["Status", "Code"], rows)}</section>`;
}

function table(head: string[], rows: (string | undefined)[][]): string {
  if (rows.length === 0) return "";
  const cells = (row: (string | undefined)[]) =>
    row.map((cell) => `<td>${inlineCode(cell ?? "")}</td>`).join("");
  return `<div class="table" tabindex="0"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join("")}</tbody></table></div>`;
}

function sample(name: string, code: string): string {
  return `<details><summary>${name}</summary><div class="sample"><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div></details>`;
}

function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
