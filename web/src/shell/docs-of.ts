import type { ProjectSummary } from "../../../src/contract/dashboard.ts";
import { webAddress } from "../../shared/web-address.ts";

/** Where readers find a project's docs: on its own site, or else as pages of this server. */
export function docsOf({ baseUrl, domain }: ProjectSummary): string {
  return webAddress(baseUrl) || `/docs/${encodeURIComponent(domain)}`;
}
