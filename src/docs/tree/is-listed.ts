import type { PagePlace, Site } from "../site/site.ts";
import { plainAddress } from "./address.ts";

const forMachines = /(?:^|\/)(?:404|skill|agents|claude)$/i;

type Listed = { path: string; metadata: Record<string, unknown>; place: PagePlace };

/** Whether a page is in the navigation, or needs no place there. What code makes of the navigation nobody can tell. */
export function isListed(site: Site, { path, metadata, place }: Listed): boolean {
  if (site.isPlain || site.problems.length > 0 || place.position !== undefined) return true;
  const address = plainAddress(place.address);
  if (address === "" || forMachines.test(address)) return true;
  return isLanding(metadata) || site.isFoundOtherwise(path, address);
}

/** Pages without a sidebar: a start page, or one that hides itself there. */
function isLanding({ layout, template, sidebar, mode }: Record<string, unknown>): boolean {
  if (layout === "home" || template === "splash" || mode === "custom" || sidebar === false)
    return true;
  return typeof sidebar === "object" && sidebar !== null && Reflect.get(sidebar, "hidden") === true;
}
