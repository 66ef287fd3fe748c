import { z } from "zod";
import {
  madeReaderLink,
  type NewReaderLink,
  readerLinkList,
} from "../../../../src/contract/reader/reader-links.ts";
import { getJson, postJson } from "../../api.ts";

const links = (id: string) => `/v1/projects/${encodeURIComponent(id)}/reader-links`;

/** Links that open private docs for a while. */
export const linksApi = {
  list: (id: string) => getJson(links(id), readerLinkList),
  make: (id: string, link: NewReaderLink) => postJson(links(id), madeReaderLink, link),
  revoke: (id: string, linkId: string) =>
    postJson(
      `${links(id)}/${encodeURIComponent(linkId)}/revoke`,
      z.object({ ok: z.literal(true) }),
    ),
};
