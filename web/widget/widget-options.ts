export const modes = ["button", "modal", "panel", "inline"] as const;
export type Mode = (typeof modes)[number];

export type FilterValue = string | number | boolean | (string | number | boolean)[];

/** What a site may choose, as `data-…` attributes of the script (`handoffUrl` is `data-handoff-url`) or by script. */
export type WidgetOptions = {
  /** The project's domain on the server. */
  domain: string;
  /** An assistant key, which begins with svc_dsc_ and is safe in a page. */
  key: string;
  /** Where Docent is; without it, where the script came from. */
  server?: string;
  /** Tells several widgets of one page apart. */
  name?: string;
  /** How it is shown: a window over a round button, a dialog, a panel at the side, or inside the page. */
  mode?: Mode;
  /** Inline: the element it fills, by selector. */
  target?: string | HTMLElement;
  /** Elements of the page that open it, by selector. */
  trigger?: string;
  /** The page's own trigger takes the place of the button: "off" hides it. */
  launcher?: "on" | "off";
  /** Such as `mod+i`, where mod is ⌘ on a Mac and Ctrl elsewhere; "off" for none. */
  hotkey?: string;
  /** Language of the interface; without it that of the page. */
  language?: string;
  /** "auto" follows the page, and the reader's system where the page says nothing. */
  theme?: "auto" | "light" | "dark";
  /** The brand's colour. Text on it and in it keeps enough contrast. */
  accent?: string;
  /** Side of the window that the button and the panel stand on. */
  position?: "right" | "left";
  title?: string;
  placeholder?: string;
  /** Questions to begin with, in place of those that the docs suggest for the page. */
  starters?: string[];
  /** Version of the docs to answer from; "page" for what the page's meta element docsearch:version says. */
  version?: string | (() => string | undefined);
  /** Language of the docs to answer from; "page" for that of the page. */
  docsLanguage?: string | (() => string | undefined);
  /** Page metadata that must match. */
  filter?: Record<string, FilterValue>;
  /** The page the reader is on; without it the path of the address. */
  currentPath?: string | (() => string);
  /** Who asks, where the site knows it; without it nobody is told apart. */
  user?: string;
  /** Where somebody goes who got no answer: an address or mailto:, in which {question} is filled in. */
  handoffUrl?: string;
  handoffLabel?: string;
  /** "event" offers the hand-off and fires `docent:handoff` in place of opening an address. */
  handoff?: "link" | "event" | "off";
  /** "required": nothing is stored or sent before consent is given. */
  consent?: "required" | "given";
  consentText?: string;
  /** "off": selecting text in the page offers nothing. */
  select?: "on" | "off";
  /** Code blocks of the page that offer a question, by selector; "off" for none. */
  codeButtons?: string;
  /** Where sources open: "auto" keeps pages of the site itself in the same tab. */
  openSources?: "auto" | "same" | "new";
};

/** How the attributes that are more than text are read: one of some words, a list, or JSON. */
export const optionKinds: { [Name in keyof WidgetOptions]?: "list" | "json" | readonly string[] } =
  {
    mode: modes,
    launcher: ["on", "off"],
    theme: ["auto", "light", "dark"],
    position: ["right", "left"],
    starters: "list",
    filter: "json",
    handoff: ["link", "event", "off"],
    consent: ["required", "given"],
    select: ["on", "off"],
    openSources: ["auto", "same", "new"],
  };
