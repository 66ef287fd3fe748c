import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { pagesWithBlobs } from "./revision-pages.ts";

/** Where a page of a revision stands, whether readers may see it or not. */
export type PageState = Pick<Row<"revisionPages">, "path" | "blobHash" | "address"> & {
  /** By its front matter or by its site: nothing is answered from it. */
  isHidden: boolean;
  /** Whether the navigation lists it. */
  isListed: boolean;
};

/** Every page of a revision by its path. */
export async function pageStates(
  db: Database,
  revisionId: string,
): Promise<Map<string, PageState>> {
  const rows = await pagesWithBlobs(db, revisionId)
    .select(["revisionPages.path", "revisionPages.blobHash", "revisionPages.address"])
    .select(["revisionPages.position", "revisionPages.hidden as hiddenBySite"])
    .select("blobs.hidden as hiddenByPage")
    .execute();
  return new Map(
    rows.map(({ path, blobHash, address, position, hiddenBySite, hiddenByPage }) => {
      const isHidden = hiddenBySite || hiddenByPage;
      return [path, { path, blobHash, address, isHidden, isListed: position !== null }];
    }),
  );
}
