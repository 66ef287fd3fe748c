/** What a node does: answers requests, works on jobs, or keeps the docs and the state of pull requests fresh. */
export const nodeRoles = ["api", "worker", "sync"] as const;

export type NodeRole = (typeof nodeRoles)[number];
