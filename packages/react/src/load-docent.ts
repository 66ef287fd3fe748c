import type { DocentApi } from "../../../web/widget/widget-api.ts";

type Load = { server: string; nonce: string | undefined; fail(message: string): void };

/** Brings the widget's script into the page, once for each server. One that failed is tried again by the next to ask. */
export function loadDocent({ server, nonce, fail }: Load): void {
  const src = `${server.replace(/\/+$/, "")}/widget.js`;
  if ([...document.scripts].some((script) => script.src === src)) return;
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  if (nonce) script.nonce = nonce;
  script.addEventListener("error", () => {
    script.remove();
    fail(`${src} could not be loaded.`);
  });
  document.head.append(script);
}

/** Calls back at once, or when the script has come. */
export function callDocent(call: (docent: DocentApi) => void): void {
  // An element of the page with this id has the same name.
  const found = window.Docent;
  if (typeof found?.push === "function") found.push(call);
  else window.Docent = [call];
}
