type Value = string | number | boolean | undefined | EventListener | ((event: never) => void);
type Child = Node | string | false | undefined;

/** An element with attributes; a function is a listener, `true` an empty attribute, `false` and undefined none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  for (const child of children)
    if (child) element.append(typeof child === "string" ? child.replace(turning, "") : child);
  return element;
}

/** Characters that turn the text behind them, so that a title would show other words than it has. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

export function setAttribute(element: HTMLElement, name: string, value: Value): void {
  if (typeof value === "function") element.addEventListener(name, value as EventListener);
  else if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

const shapes = {
  spark: "m8 1.8 1.5 4.7 4.7 1.5-4.7 1.5L8 14.2 6.5 9.5 1.8 8l4.7-1.5z",
  close: "m4 4 8 8m0-8-8 8",
  send: "M8 13V3.2M3.8 7.3 8 3l4.2 4.3",
  stop: "M4.5 4.500h7v7h-7z",
  fresh: "M8 3.500v9M3.500 8h9",
  copy: "M5.500 5.500v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2m-7-5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z",
  check: "m3 8.500 3.200 3.200L13 4.800",
  external:
    "M9.500 2.500h4v4m0-4L7.500 8.500M6.500 3.500h-3a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-3",
  retry: "M2.800 8a5.200 5.200 0 1 0 1.600-3.800L2.500 6m0-3.500V6H6",
  up: "M5 7v6.500H3a.7.7 0 0 1-.7-.7V7.700A.7.7 0 0 1 3 7zm0 0 2.600-4.900a1.500 1.500 0 0 1 1.500 1.500V6h3.400a1.300 1.300 0 0 1 1.300 1.500l-.8 4.900a1.300 1.300 0 0 1-1.300 1.100H5",
  down: "M5 9V2.500H3a.7.7 0 0 0-.7.7v5.100A.7.7 0 0 0 3 9zm0 0 2.600 4.900a1.500 1.500 0 0 0 1.500-1.500V10h3.400a1.300 1.300 0 0 0 1.300-1.500l-.8-4.900a1.300 1.300 0 0 0-1.300-1.100H5",
  page: "M4 1.800h5l3.500 3.500v8.900H4a.5.5 0 0 1-.5-.5V2.300a.5.5 0 0 1 .5-.5zm5 0v3.500h3.500",
  quote: "M3 4.500h10M3 8h10M3 11.500h6",
  code: "m5.500 4.500-3.500 3.500 3.500 3.500m5-7 3.500 3.500-3.500 3.500",
  person:
    "M8 8a2.800 2.800 0 1 0 0-5.600A2.800 2.800 0 0 0 8 8zm-5.200 5.600a5.200 5.200 0 0 1 10.400 0",
  alert:
    "M8 5.800v3m0 2.400h.010M7.100 2.600 1.700 12a1 1 0 0 0 .9 1.500h10.800a1 1 0 0 0 .9-1.500L8.900 2.600a1 1 0 0 0-1.800 0z",
  arrow: "M3 8h9.500M8.500 4l4 4-4 4",
} as const;

export type IconName = keyof typeof shapes;

export function icon(name: IconName, size = 16): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: size, height: size }))
    svg.setAttribute(key, String(value));
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  path.setAttribute("d", shapes[name]);
  svg.append(path);
  return svg;
}

/** A button that is an icon, with its name for those who do not see it and as a tooltip. */
export function iconButton(
  name: IconName,
  label: string,
  onClick: (event: MouseEvent) => void,
  more: Record<string, Value> = {},
): HTMLButtonElement {
  const attributes = { type: "button", class: "icon-button", "aria-label": label, title: label };
  return h("button", { ...attributes, ...more, click: onClick }, icon(name));
}
