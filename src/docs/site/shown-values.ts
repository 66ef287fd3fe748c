import { type TextValue, textValues } from "../values/text-values.ts";

const shownKey =
  /(?:title|text|label|description|tagline|message|copyright|summary|keywords|caption|details|placeholder)$/i;
const shownName = /^(?:group|tab|anchor|dropdown|item|product|menu|alt|prev|next|site_name)$/;

/** The texts of a file of settings that readers see: titles, labels, descriptions; not names of files, ids or addresses. */
export function shownValues(path: string, text: string): TextValue[] {
  return textValues(path, text).filter(isShown);
}

/** Whether readers see a value of the settings, or of a page's front matter, in the words it has there. */
export function isShown({ keys, isKey, value }: TextValue): boolean {
  if (isKey) return keys[0] === "nav";
  const key = keys.at(-1) ?? "";
  if (/:\/\/|^\.{0,2}\/\S*$/.test(value)) return false;
  // The name at the top is the site's; further down it is that of a theme, a plugin or a picture.
  if (key === "name") return keys.length === 1;
  // What search engines and previews show of a page.
  if (key === "content") return keys[0] === "head" && /\s/.test(value);
  return shownKey.test(key) || shownName.test(key);
}
