import type { ForgeHost } from "../../forge/hosts/forge-host.ts";
import type { StoredSource } from "../../store/docs/sources.ts";

/** The API of the forge that a source's repository is on; undefined where there is none that Docent speaks. */
export type HostOf = (source: StoredSource) => Promise<ForgeHost | undefined>;
