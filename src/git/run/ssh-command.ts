import { isAbsolute } from "node:path";

/** Files of the operator's own, as absolute paths. */
export type SshSettings = { keyFile?: string; knownHostsFile?: string };

/** The command line git hands to a shell. Without settings the user's own keys and the agent are used. */
export function sshCommand({ keyFile, knownHostsFile }: SshSettings): string {
  const options = [
    "BatchMode=yes",
    // A host that is not in a list the operator made is not believed.
    `StrictHostKeyChecking=${knownHostsFile === undefined ? "accept-new" : "yes"}`,
    "ConnectTimeout=20",
    ...(keyFile === undefined ? [] : ["IdentitiesOnly=yes", `IdentityFile="${keyFile}"`]),
    ...(knownHostsFile === undefined ? [] : [`UserKnownHostsFile="${knownHostsFile}"`]),
  ];
  return ["ssh", ...options.flatMap((option) => ["-o", quoted(option)])].join(" ");
}

/** ssh would expand "%" and "$" in a path, and quotes would end the one it is put in. */
export function isSafeSshPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is refused.
  return isAbsolute(path) && !/[\u0000-\u001f\u007f"'%$\\]/.test(path);
}

function quoted(text: string): string {
  return /^[\w=.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
