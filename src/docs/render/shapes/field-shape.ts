import { element, type PageNode } from "../tree/page-node.ts";
import type { Built } from "./built.ts";
import { idIfPlain } from "./inline-shape.ts";

const places = ["path", "query", "body", "header", "cookie", "form", "name", "param"];

/** A parameter or a field of a reply: its name, its type, whether it is needed. */
export function fieldShape({ mark, children, lines }: Built): PageNode[] {
  const { attributes, flags } = mark;
  const place = places.find((key) => attributes.has(key));
  const name = place === undefined ? "" : (attributes.get(place) ?? "");
  const span = (kind: string, text: string) =>
    element("span", { class: `dx-field-${kind}` }, [text]);
  const type = attributes.get("type");
  const preset = attributes.get("default") ?? attributes.get("initialValue");
  const facts: PageNode[] = [
    ...(type === undefined ? [] : [span("type", type)]),
    ...(place === undefined || place === "name" || place === "param" ? [] : [span("place", place)]),
    ...(flags.has("required") ? [span("required", "required")] : []),
    ...(flags.has("deprecated") ? [span("deprecated", "deprecated")] : []),
    ...(preset === undefined || preset === "" ? [] : [span("default", `default: ${preset}`)]),
  ];
  const head = [element("code", { class: "dx-field-name" }, [name]), ...facts].flatMap((node) => [
    node,
    " ",
  ]);
  const id = attributes.get("id") ?? (name === "" ? undefined : anchorOf(name));
  return [
    element(
      "div",
      { class: "dx-field", ...idIfPlain(id) },
      [element("p", { class: "dx-field-head" }, name === "" ? facts : head), ...children],
      lines,
    ),
  ];
}

/** As sites with such components make it. */
function anchorOf(name: string): string {
  return `param-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`;
}
