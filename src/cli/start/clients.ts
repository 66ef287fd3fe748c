import { join } from "node:path";
import type { Client } from "./ensure-clients.ts";

export type OwnClient = Client & { name: "dashboard" | "reader" | "widget" };

/** What browsers load, each with all that it is made from. The root is the folder of the repository. */
export function clientsIn(root: string): OwnClient[] {
  const web = join(root, "web");
  const shared = ["src/contract", "package-lock.json", "web/shared", "web/src"];
  const around = shared.map((path) => join(root, path));
  const reader = join(web, "reader");
  const widget = join(web, "widget");
  const dashboard = [join(web, "index.html"), join(web, "vite.config.ts")];
  return [
    { name: "dashboard", folder: web, main: "index.html", sources: [...dashboard, ...around] },
    { name: "reader", folder: reader, main: "reader.js", sources: [reader, ...around] },
    { name: "widget", folder: widget, main: "widget.js", sources: [widget, ...around] },
  ];
}
