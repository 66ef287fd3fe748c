import type { DocentApi } from "../widget-api.ts";

/** Whether what the page has under this name is widgets of another script. An element with the id Docent is not. */
export function isDocent(value: object): value is DocentApi {
  return typeof Reflect.get(value, "create") === "function";
}
