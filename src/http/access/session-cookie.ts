import type { SessionToken } from "../../members/open-session.ts";

export type SessionCookie = {
  /** The token in a Cookie header, if one that could be ours is there. */
  read(header: string | null): string | undefined;
  /** Set-Cookie texts. */
  write(session: SessionToken, now: Date): string;
  clear(): string;
};

/**
 * Over TLS the name begins with `__Host-`: browsers then take it from this very host over TLS alone, so neither a
 * sister domain nor a plain-text page can plant one.
 */
export function sessionCookie(secure: boolean): SessionCookie {
  const { name, rules } = cookie("docent_session", secure);
  return {
    read: (header) => tokenIn(header ?? "", name),
    write({ token, expiresAt }, now) {
      const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
      return `${name}=${token}; ${rules}; Max-Age=${seconds}`;
    },
    clear: () => `${name}=; ${rules}; Max-Age=0`,
  };
}

const markSeconds = 365 * 24 * 60 * 60;

/** The cookie of a browser that has logged in before; it outlives sessions. */
export function markCookie(secure: boolean) {
  const { name, rules } = cookie("docent_browser", secure);
  return {
    read: (header: string | null) => tokenIn(header ?? "", name),
    write: (mark: string) => `${name}=${mark}; ${rules}; Max-Age=${markSeconds}`,
  };
}

const signInSeconds = 600;

/** What a browser keeps while it is at the identity provider, which is another site that sends it back. */
export function signInCookie(secure: boolean) {
  const { name, rules } = cookie("docent_sign_in", secure, "Lax");
  return {
    read: (header: string | null) => tokenIn(header ?? "", name, /^[\w.-]{1,2000}$/),
    write: (kept: string) => `${name}=${kept}; ${rules}; Max-Age=${signInSeconds}`,
    clear: () => `${name}=; ${rules}; Max-Age=0`,
  };
}

/** What a browser keeps of a link that opens private docs: it goes to the pages of that project alone. */
export function linkCookie(secure: boolean) {
  const name = `${secure ? "__Secure-" : ""}docent_reader`;
  return {
    read: (header: string | null) => tokenIn(header ?? "", name),
    write: (token: string, domain: string, seconds: number) =>
      `${name}=${token}; Path=/docs/${domain}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}; Max-Age=${seconds}`,
  };
}

function cookie(
  name: string,
  secure: boolean,
  site: "Strict" | "Lax" = "Strict",
): { name: string; rules: string } {
  const rules = `Path=/; HttpOnly; SameSite=${site}${secure ? "; Secure" : ""}`;
  return { name: secure ? `__Host-${name}` : name, rules };
}

function tokenIn(header: string, name: string, shape = /^[\w-]{1,100}$/): string | undefined {
  for (const pair of header.split(";")) {
    const text = pair.trim();
    if (!text.startsWith(`${name}=`)) continue;
    const token = text.slice(name.length + 1);
    return shape.test(token) ? token : undefined;
  }
  return undefined;
}
