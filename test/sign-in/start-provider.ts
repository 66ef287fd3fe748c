import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./oidc-server.ts", import.meta.url));

const issuers = new Map<string, Promise<string>>();

/** The issuer of an identity provider for this address. One serves all tests of a worker, because its start takes a second. */
export function startProvider(publicUrl: string): Promise<string> {
  const issuer = issuers.get(publicUrl) ?? start(publicUrl);
  issuers.set(publicUrl, issuer);
  return issuer;
}

/** It ends when its input does, however this process ends. */
async function start(publicUrl: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ["--no-warnings", program, `${publicUrl}/auth/oidc/callback`],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return String(line);
}

/** Goes through the provider's pages as a browser would, and returns where it is sent back to. */
export async function logInAtProvider(address: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  const send = async (url: URL, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  let url = new URL(address);
  const { origin } = url;
  for (let hops = 0; hops < 20; hops += 1) {
    const response = await send(url);
    const location = response.headers.get("location");
    if (location) url = new URL(location, url);
    else {
      const page = await response.text();
      const form: Record<string, string> = page.includes('name="login"')
        ? { prompt: "login", login, password: "any" }
        : { prompt: "consent" };
      const next = await send(url, form);
      url = new URL(next.headers.get("location") ?? "", url);
    }
    if (url.origin !== origin) return url;
  }
  throw new Error("the identity provider never sent the browser back");
}
