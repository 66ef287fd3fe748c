import type { Tag } from "./read-tag.ts";

const readableAttributes = ["title", "label", "description", "alt", "caption"];
const fields = new Set(["ParamField", "ResponseField", "Property", "Field", "Parameter"]);
const fieldNames = ["path", "query", "body", "header", "cookie", "name", "param"];
const tabs = new Set(["Tab", "TabItem", "TabsTrigger"]);

/** What a tag's attributes tell a reader, in the order they are read. */
export function tagTexts(tag: Tag): string[] {
  const texts = readableAttributes.flatMap((name) => tag.attributes.get(name) ?? []);
  if (fields.has(tag.name)) return [fieldText(tag), ...texts];
  if (tag.name === "Tabs" && texts.length === 0) return [tag.attributes.get("items") ?? ""];
  if (tabs.has(tag.name) && texts.length === 0) return [tag.attributes.get("value") ?? ""];
  if (tag.name === "Badge" && texts.length === 0) return [tag.attributes.get("text") ?? ""];
  return texts;
}

/** `path="id" type="string" required` reads "id (string, required)". */
function fieldText({ attributes, flags }: Tag): string {
  const name = fieldNames.flatMap((key) => attributes.get(key) ?? [])[0] ?? "";
  const fallback = attributes.get("default");
  const facts = [
    attributes.get("type") ?? "",
    ...["required", "deprecated"].filter((flag) => flags.has(flag)),
    fallback === undefined || fallback === "" ? "" : `default ${fallback}`,
  ].filter((fact) => fact !== "");
  if (name === "") return "";
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}
