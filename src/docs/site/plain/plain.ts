import { folderTree, listFolder, naturalOrder } from "../folder-order.ts";
import { emptyNavigation } from "../navigation-list.ts";
import { cleanAddress, nameOf, titleOfName, withoutEnding } from "../paths.ts";
import type { Site } from "../site.ts";

/** A folder of pages without a generator: names decide the order, and the path is the address. */
export function readPlain(paths: readonly string[]): Site {
  const navigation = emptyNavigation();
  const rules = {
    keyOf: (path: string) => path,
    titleOf: (folder: string) => titleOfName(nameOf(folder)),
    arrange: (_folder: string, entries: Parameters<typeof naturalOrder>[0]) =>
      naturalOrder(entries),
  };
  listFolder({ navigation, tree: folderTree(paths), rules }, "", []);
  return {
    generator: "plain",
    slugStyle: "github",
    problems: [],
    isPage: () => true,
    place(path) {
      const listing = navigation.listings.get(path);
      return {
        address: cleanAddress(withoutEnding(path).replace(/(^|\/)(?:_?index|readme)$/i, "")),
        position: listing?.position,
        section: listing?.section ?? [],
        title: "",
        hidden: false,
      };
    },
  };
}
