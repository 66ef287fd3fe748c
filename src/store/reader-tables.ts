import type { Rating } from "../contract/insights/feedback.ts";

/** Rows about the reader. */
export type ReaderTables = {
  /** What signs the passes of all projects. */
  readerSecrets: { id: string; secret: string; createdAt: string };
  /** Links that open private docs for whoever has them. */
  readerLinks: {
    id: string;
    projectId: string;
    /** Of the token in the link, which is stored nowhere. */
    tokenHash: string;
    /** The one page it opens; "" for all of them. */
    path: string;
    madeBy: string;
    createdAt: string;
    expiresAt: string;
    revokedAt: string | null;
    usedAt: string | null;
  };
  /** What readers think of pages. */
  pageRatings: {
    id: string;
    projectId: string;
    path: string;
    rating: Rating;
    comment: string;
    createdAt: string;
  };
};
