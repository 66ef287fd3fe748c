import type { WidgetOptions } from "../widget-options.ts";
import { attempt } from "./attempt.ts";
import styles from "./loader.css?inline";

export type Parts = ReturnType<typeof addParts>;

const spark = "m8 1.8 1.5 4.7 4.7 1.5-4.7 1.5L8 14.2 6.5 9.5 1.8 8l4.7-1.5z";

/**
 * The widget's element in the page, with the button and the two that come up over the page, unlabelled.
 * In `told`, which is read out, comes up the button that says what went wrong and tries again.
 */
export function addParts({ target }: WidgetOptions) {
  const host = document.createElement("docent-widget");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const tools = document.createElement("div");
  tools.className = "tools";
  const told = document.createElement("div");
  told.role = "status";
  const launcher = makeButton("launcher");
  const pill = makeButton("pill");
  const codePill = makeButton("pill pill-code");
  const again = makeButton("pill again");
  pill.hidden = true;
  codePill.hidden = true;
  launcher.setAttribute("aria-haspopup", "dialog");
  launcher.setAttribute("aria-expanded", "false");
  tools.append(launcher, pill, codePill, told);
  root.append(tools);
  const place = typeof target === "string" ? attempt(() => document.querySelector(target)) : target;
  if (target && !place) console.warn("[Docent] There is no", target);
  (place ?? document.body).append(host);
  return { host, tools, launcher, pill, codePill, told, again, label };
}

function makeButton(className: string): HTMLButtonElement {
  const space = "http://www.w3.org/2000/svg";
  const button = document.createElement("button");
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", spark);
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  button.type = "button";
  button.className = className;
  button.append(svg, document.createElement("span"));
  return button;
}

function label(button: HTMLElement, text: string): void {
  if (button.lastChild) button.lastChild.textContent = text;
}
