/** What a component is shown as. */
export type ShapeName = (typeof shapes)[number][0];

const shapes = [
  [
    "callout",
    "note tip warning info check callout aside admonition danger caution important alert hint success error attention seealso todo notice callout-box infobox banner note-box bug example quote abstract summary-box question failure primary secondary versionadded versionchanged versionremoved deprecated deepdive pitfall wip canary experimental rsc nextmajor learnmore tldr",
  ],
  [
    "tabs",
    "tabs tabgroup tab-set tabset code-tabs codetabs packagemanagertabs tabbed tabpane multitabs",
  ],
  ["tab", "tab tabitem tabpanel tab-item tabs.tab tabs.content tabcontent tabpane.tab"],
  [
    "codeGroup",
    "codegroup code-group codeblocks codeblock-group requestexample responseexample codegroups",
  ],
  ["steps", "steps stepper procedure"],
  ["step", "step stepper.step steps.step"],
  [
    "cards",
    "cardgroup cardgrid cards columns grid card-grid card-group card-carousel features linkcards row",
  ],
  [
    "card",
    "card linkcard column tile grid-item-card grid-item link-card feature col panel cards.card cardlink",
  ],
  [
    "fold",
    "accordion details expandable collapse collapsible disclosure dropdown expander accordion-item accordionitem faq toggle spoiler expand prompt",
  ],
  ["group", "accordiongroup accordions accordion-group expandables"],
  ["field", "paramfield responsefield property field parameter apifield param"],
  [
    "figure",
    "frame figure screenshot imageframe browser listing browserwindow iframewindow browser-window zoom",
  ],
  ["namedRows", "apitable"],
  ["update", "update changelogentry release"],
  ["definition", "definition"],
  ["footnote", "footnote"],
  ["code", "code codeblock code-block sourcecode"],
  [
    "media",
    "video audio iframe youtube vimeo youtubeembed youtube-embed loom embed youtubeiframe youtubevideo liteyoutubeembed videoplayer",
  ],
  ["files", "filetree tree file-tree"],
  ["file", "tree.file tree.folder file folder filetree.file filetree.folder"],
  [
    "plain",
    "view visibility clientonly client-only browseronly suspense fragment preview content main-content responsive notprose themecontent",
  ],
  ["silent", "abbreviation toctree head helmet toc tocinline tableofcontents badgelist"],
] as const;

const byName = new Map<string, ShapeName>(
  shapes.flatMap(([shape, names]) =>
    names.split(" ").map((name): [string, ShapeName] => [name, shape]),
  ),
);

/** The shape of a component between blocks; undefined for those that are not known. */
export function shapeNamed(name: string): ShapeName | undefined {
  return byName.get(name);
}
