import { z } from "zod";
import { errorCodes } from "../contract/error.ts";
import { statusOf } from "./error-response.ts";
import { escapeHtml, htmlPage } from "./html-page.ts";
import type { Route } from "./route.ts";

/** The route table as a page to read: no script, no network. */
export function referencePage(routes: Route[], publicUrl: string): Response {
  const listed = routes.filter(
    (route) => route.access !== "public" || route.docs.tag === "Operations",
  );
  const sections = [...Map.groupBy(listed, (route) => route.docs.tag)].map(
    ([tag, some]) => `<h2>${escapeHtml(tag)}</h2>${some.map(operation).join("")}`,
  );
  return htmlPage(
    "Docent API reference",
    `<h1>API reference</h1>
<p class="lead">Everything this server answers, at <code>${escapeHtml(publicUrl)}</code>. The same as a machine reads it: <a href="/openapi.json">openapi.json</a>.</p>
${sections.join("")}${errorTable()}`,
  );
}

function operation(route: Route): string {
  const { docs } = route;
  const keys = {
    public: "none",
    dashboard: "none; for the pages of the dashboard alone",
    member: "none; for members in the dashboard alone",
    reader: "none for a public project, else an assistant key (<code>svc_dsc_…</code>)",
    assistant: "assistant key (<code>svc_dsc_…</code>)",
    admin: "admin key (<code>svc_…</code>)",
  };
  const inputs = [
    ...Object.entries(docs.query ?? {}).map(([name, one]) => [`?${name}`, one.description]),
    ...Object.entries(docs.headers ?? {}).map(([name, one]) => [name, one.description]),
    ...bodyFields(route.body),
  ];
  const example =
    docs.requestExample === undefined ? "" : details("Example body", docs.requestExample);
  return `<h3>${escapeHtml(docs.summary)}</h3>
<p><span class="verb">${route.method.toUpperCase()}</span> <code>${escapeHtml(route.path)}</code></p>
<p>${inlineCode(docs.description)} Key: ${keys[route.access]}.</p>
${table(["Input", "Meaning"], inputs)}${example}
${table(
  ["Status", "Reply"],
  docs.responses.map((one) => [String(one.status), one.description]),
)}`;
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
  return `<h2>Errors</h2><p>Every error has one shape: <code>{"error", "code", "requestId", "details"}</code>.</p>${table(["Status", "Code"], rows)}`;
}

function table(head: string[], rows: (string | undefined)[][]): string {
  if (rows.length === 0) return "";
  const cells = (row: (string | undefined)[]) =>
    row.map((cell) => `<td>${inlineCode(cell ?? "")}</td>`).join("");
  return `<div class="table"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join("")}</tbody></table></div>`;
}

function details(title: string, value: unknown): string {
  return `<details><summary>${title}</summary><pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`;
}

function inlineCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
