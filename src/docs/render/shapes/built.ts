import type { MarkElement } from "../layout/mark.ts";
import type { PageAddresses } from "../page-addresses.ts";
import type { LineRange, PageNode } from "../tree/page-node.ts";

/** A component with all that stands in it. */
export type Built = {
  mark: MarkElement;
  children: PageNode[];
  lines: LineRange | undefined;
  addresses: PageAddresses;
};
