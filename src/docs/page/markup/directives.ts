/** Directives of MyST whose content is text for a reader. */
const textDirectives = new Set(
  "admonition note tip hint important warning caution danger attention error seealso todo versionadded versionchanged versionremoved deprecated dropdown details card card-carousel grid grid-item grid-item-card tab-set tab-item tabs tab epigraph pull-quote highlights topic sidebar margin aside figure list-table glossary div container rubric exercise solution proof theorem definition example remark".split(
    " ",
  ),
);
/** What they hold is no text, or not this page's. */
const silentDirectives = new Set(
  "toctree tableofcontents contents bibliography raw image include literalinclude index only".split(
    " ",
  ),
);

/** What a directive with this name in braces holds, as in ```` ```{note} Title ````; other names are languages of code. */
export function directiveOf(info: string): "text" | "silent" | undefined {
  const name = /^\{([A-Za-z][\w:-]{0,40})\}/.exec(info)?.[1]?.toLowerCase() ?? "";
  if (silentDirectives.has(name)) return "silent";
  return textDirectives.has(name) ? "text" : undefined;
}
