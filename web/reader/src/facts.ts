/** What the server says about the page, on its body. */
export type PageFacts = {
  /** Address below which the project's pages are. */
  root: string;
  domain: string;
  /** Path of the page; "" where none is shown. */
  path: string;
  /** The branch or commit that is shown; "" for none. */
  ref: string;
  /** The script of the panel; "" where nobody may ask here. */
  panel: string;
};

export function readFacts(): PageFacts {
  const { root = "", domain = "", path = "", ref = "", panel = "" } = document.body.dataset;
  return { root, domain, path, ref, panel };
}

/** An address of the reader, with the branch or commit that is shown. */
export function addressOf(facts: PageFacts, path: string, query: Record<string, string>): string {
  const values = new URLSearchParams({ ...query, ...(facts.ref !== "" && { ref: facts.ref }) });
  return `${facts.root}/-/${path}?${values}`;
}
