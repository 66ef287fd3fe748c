import { z } from "zod";
import type { TextScope } from "../../docs/edit/docs-texts.ts";

const paths = z.array(z.string().min(1).max(1_000)).max(200);

/** How tools over many pages are told which. */
export const scopeFields = {
  only: paths.optional().describe("Files and folders; left out: all of the docs."),
  except: paths.optional().describe("Files and folders that stay as they are."),
};

type Given = { only?: string[] | undefined; except?: string[] | undefined };

export function scopeOf({ only = [], except = [] }: Given): TextScope {
  return { only, except };
}
