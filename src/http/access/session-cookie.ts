import type { SessionToken } from "../../owner/open-session.ts";

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
  const name = secure ? "__Host-docent_session" : "docent_session";
  const rules = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    read: (header) => tokenIn(header ?? "", name),
    write({ token, expiresAt }, now) {
      const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
      return `${name}=${token}; ${rules}; Max-Age=${seconds}`;
    },
    clear: () => `${name}=; ${rules}; Max-Age=0`,
  };
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
