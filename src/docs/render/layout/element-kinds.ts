/** Elements of HTML that stand between blocks of text. */
export const blockHtml: ReadonlySet<string> = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html iframe legend li main menu nav ol p section summary table tbody td tfoot th thead tr ul video audio".split(
    " ",
  ),
);

/** What these hold is no text for a reader. */
export const silentHtml: ReadonlySet<string> = new Set(
  "script style svg math noscript template object canvas select textarea head".split(" "),
);

/** Components that stand inside a line of text. */
export const inlineComponents: ReadonlySet<string> = new Set(
  "badge tag chip pill label icon fontawesomeicon materialicon octicon emoji tooltip term glossarytooltip key kbd shortcut link navlink nextlink routerlink router-link nuxtlink button linkbutton img image themedimage abbr version since latex".split(
    " ",
  ),
);
