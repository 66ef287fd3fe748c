const reference = /(\\)?\{([\w][\w-]{0,60})\}/g;

/** The text with attributes in the place of their names. Names that nobody gave stay. */
export function fillAttributes(
  text: string,
  page: { attributes: ReadonlyMap<string, string>; room: { left: number } },
  write: (sign: string) => string = (sign) => sign,
): string {
  if (!text.includes("{")) return text;
  return text.replace(reference, (written, slash: string | undefined, name: string) => {
    if (slash !== undefined) return written.slice(1);
    const sign = characters.get(name.toLowerCase());
    const value = page.attributes.get(name.toLowerCase()) ?? (sign && write(sign)) ?? sign;
    if (value === undefined || value.length > page.room.left) return written;
    page.room.left -= value.length;
    return value;
  });
}

const characters = new Map([
  ["nbsp", " "],
  ["sp", " "],
  ["empty", ""],
  ["blank", ""],
  ["zwsp", ""],
  ["wj", ""],
  ["plus", "+"],
  ["cpp", "C++"],
  ["pp", "++"],
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["startsb", "["],
  ["endsb", "]"],
  ["vbar", "|"],
  ["caret", "^"],
  ["asterisk", "*"],
  ["tilde", "~"],
  ["backslash", "\\"],
  ["backtick", "`"],
  ["two-colons", "::"],
  ["two-semicolons", ";;"],
  ["apos", "'"],
  ["quot", '"'],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["deg", "°"],
  ["brvbar", "¦"],
]);
