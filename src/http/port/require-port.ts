import { createServer } from "node:net";
import { AppError } from "../../lib/app-error.ts";
import { portHolder } from "./port-holder.ts";

type Place = { host: string; port: number };

/** Throws when the port cannot be taken, before anything else is begun. */
export async function requirePort({ host, port }: Place): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  } catch (error) {
    throw await explainListening(error, { host, port });
  }
}

/** Why a port could not be taken, and what to do. */
export async function explainListening(error: unknown, { host, port }: Place): Promise<unknown> {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE") {
    const holder = await portHolder(port);
    return new AppError(
      "conflict",
      `Port ${port} on ${host} is in use${holder === undefined ? "" : ` (by ${holder})`}: choose another with --port, or --port 0 for any free one.`,
    );
  }
  if (code === "EACCES")
    return new AppError(
      "forbidden",
      `Port ${port} needs more rights: choose one above 1023 with --port.`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new AppError(
      "invalid_request",
      `This machine has no address ${host}: choose another with --host.`,
    );
  return error;
}
