import { decodedPart } from "../../docs/page/link-parts.ts";
import { plainAddress } from "../../docs/tree/address.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";

type Addressed = Pick<VisiblePage, "path" | "address">;

/** Which page an address or a URL leads to: of several the first that was added. */
export type AddressBook = {
  add(page: Addressed, url: string): void;
  /** The page's path. */
  find(name: string): string | undefined;
};

export function createAddressBook(): AddressBook {
  const byUrl = new Map<string, string>();
  const byAddress = new Map<string, string>();
  const put = (map: Map<string, string>, key: string, path: string) => {
    if (!map.has(key)) map.set(key, path);
  };
  return {
    add({ path, address }, url) {
      put(byUrl, addressKey(url), path);
      if (address !== "") put(byAddress, addressKey(address), path);
      put(byAddress, addressKey(pathOfUrl(url)), path);
    },
    find: (name) => (isUrl(name) ? byUrl : byAddress).get(addressKey(name)),
  };
}

/** What two ways to write the same address have in common: no scheme, no anchor, no ending, no slashes around it. */
export function addressKey(name: string): string {
  const plain = plainAddress(withoutScheme(decodedPart(withoutAnchor(name))));
  return isUrl(name) ? plain.replace(/^[^/]+/, (host) => host.toLowerCase()) : plain;
}

/** What of the name stands behind the root, or all of it when it does not begin there; without its anchor. */
export function addressBelow(root: string, name: string): string {
  const address = withoutScheme(decodedPart(withoutAnchor(name)));
  const start = `${withoutScheme(root)}/`;
  return `${address}/`.startsWith(start) ? address.slice(start.length) : address;
}

function withoutAnchor(name: string): string {
  const end = name.search(/[?#]/);
  return end === -1 ? name : name.slice(0, end);
}

function withoutScheme(name: string): string {
  return name.replace(/^https?:\/\//i, "");
}

function isUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

function pathOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
