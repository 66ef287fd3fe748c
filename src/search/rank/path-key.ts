import { decodedPart } from "../../docs/page/link-parts.ts";
import { plainAddress } from "../../docs/tree/address.ts";

/** One spelling for a page: no origin, query, fragment, outer slashes, ending or trailing index. */
export function pathKey(path: string): string {
  const address =
    path.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  const parts = decodedPart(address.trim()).split("/");
  return plainAddress(parts.filter((part) => part !== ".").join("/"));
}
