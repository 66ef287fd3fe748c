export function findBuild(root: string): { folder: string; program: string; isThere: boolean };
