/** A page as readers see it. */
export type RenderedPage = {
  /**
   * The body, without the heading that is its title. A block that comes from lines of the page names them, as they are
   * counted in the stored file: `data-lines="12-18"`.
   */
  html: string;
  /** Text of the heading of the first level that the page begins with. */
  title: string | undefined;
  /** Its headings of the second and third level, in order. */
  contents: PageHeading[];
};

export type PageHeading = { id: string; title: string; level: 2 | 3 };
