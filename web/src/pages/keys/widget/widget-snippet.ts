import type { WidgetOptions } from "../../../../widget/widget-options.ts";

/** What can be chosen on the page of keys; every other option is named in the docs. */
export type WidgetChoice = Required<
  Pick<WidgetOptions, "mode" | "position" | "theme" | "accent" | "language">
>;

/** What the widget does where nothing is said: these need no word in the snippet. */
export const plainChoice: WidgetChoice = {
  mode: "button",
  position: "right",
  theme: "auto",
  accent: "",
  language: "",
};

export type WidgetPlace = {
  /** Scheme, host and port of this server. */
  address: string;
  domain: string;
  key: string;
};

/** The line for a page of HTML. */
export function widgetHtml(place: WidgetPlace, choice: WidgetChoice): string {
  const attributes = Object.entries({ domain: place.domain, key: place.key, ...chosen(choice) })
    .map(([name, value]) => `\n  data-${name}="${attribute(value)}"`)
    .join("");
  const script = `<script async src="${attribute(place.address)}/widget.js"${attributes}></script>`;
  return choice.mode === "inline" ? `<div id="${targetId}"></div>\n${script}` : script;
}

/** The component for a React app. */
export function widgetReact(place: WidgetPlace, choice: WidgetChoice): string {
  const { target, ...rest } = chosen(choice);
  const given = { server: place.address, domain: place.domain, assistantKey: place.key, ...rest };
  const props = Object.entries(given).map(([name, value]) => `  ${name}=${JSON.stringify(value)}`);
  return [
    'import { DocentWidget } from "@docent/react";',
    "",
    "<DocentWidget",
    ...props,
    "/>;",
  ].join("\n");
}

const targetId = "docent";

/** The options that say more than nothing. */
export function chosen(choice: WidgetChoice): Record<string, string> {
  const isOther = ([name, value]: [string, string]) =>
    value !== Object.entries(plainChoice).find(([plain]) => plain === name)?.[1];
  const options = Object.fromEntries(Object.entries(choice).filter(isOther));
  return choice.mode === "inline" ? { ...options, target: `#${targetId}` } : options;
}

function attribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
