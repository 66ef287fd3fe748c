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

function cookie(name: string, secure: boolean): { name: string; rules: string } {
  const rules = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return { name: secure ? `__Host-${name}` : name, rules };
}

function tokenIn(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const text = pair.trim();
    if (!text.startsWith(`${name}=`)) continue;
    const token = text.slice(name.length + 1);
    return /^[\w-]{1,100}$/.test(token) ? token : undefined;
  }
  return undefined;
}
