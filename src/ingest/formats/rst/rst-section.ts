import { normalForm } from "../../../lib/normal-form.ts";
import type { RstPage } from "./rst-page.ts";

/** What stands after a heading for its anchor, as the docs' own tools make it of the title: `{#title-in-words}`. */
export function headingId(page: RstPage, title: string): string {
  return ownId(page, headingSlug(title));
}

/** The anchor that a heading has when no other on the page has it. */
export function headingSlug(title: string): string {
  return slugOf(title.replace(/:[\w:+.-]{1,80}:(?=`)|`|\*/g, ""));
}

/** The same for an id that is known. */
export function ownId({ ids }: RstPage, id: string): string {
  if (id === "" || ids.has(id)) return "";
  ids.add(id);
  return ` {#${id}}`;
}

function slugOf(title: string): string {
  return normalForm(title, "NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|(?<!-)-+$/g, "");
}
