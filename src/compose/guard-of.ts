import { proxyList } from "../http/access/client.ts";
import { createGuard, type Guard } from "../http/access/guard.ts";
import { ownHost } from "../http/access/own-host.ts";
import { refusalLog } from "../http/access/refusal-log.ts";
import { descriptorLimit } from "../lib/descriptor-limit.ts";
import type { Parts } from "./parts.ts";

/** Requests to whatever address, as a multiple of those that take a key: pages with all their files are among them. */
const requestsPerKeyRequest = 10;

export function guardOf({ config, clock, log }: Pick<Parts, "config" | "clock" | "log">): Guard {
  const { limits, host: boundTo, publicUrl, allowedHosts: allowed } = config;
  const most = Math.min(limits.connections, connectionsWithin(descriptorLimit()));
  if (most < limits.connections)
    log.info({ connections: most }, "the system's limit of open files allows fewer connections");
  return createGuard({
    connections: { most, perNetwork: limits.connectionsPerAddress },
    requestsPerMinute: config.addressRequestsPerMinute * requestsPerKeyRequest,
    proxies: proxyList(config.trustedProxies),
    clock,
    isOwnHost: ownHost({ boundTo, publicUrl, allowed }),
    onRefused: refusalLog(log, clock),
  });
}

/** The store, git and watched files take about a hundred descriptors, and an answer may take a connection to a model. */
const keptDescriptors = 100;
const fewestConnections = 10;

function connectionsWithin(descriptors = Number.POSITIVE_INFINITY): number {
  return Math.max(fewestConnections, Math.floor((descriptors - keptDescriptors) / 2));
}
