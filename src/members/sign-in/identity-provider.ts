import type { Configuration } from "openid-client";
import { AppError } from "../../lib/app-error.ts";

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
};

/** Secrets of one log-in, which only this server and the browser's cookie know. */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** Whom the provider vouches for. */
export type Identity = {
  /** Issuer and subject: the only thing about a person that never changes. */
  subject: string;
  name: string;
  /** Undefined unless the provider says that it has verified it. */
  email: string | undefined;
};

export type IdentityProvider = {
  /** Where to send the browser. Throws `unavailable` when the provider cannot be reached. */
  begin(secrets: SignInSecrets): Promise<string>;
  /** What the provider says about whoever comes back with this query. Throws an AppError when that is not to be believed. */
  finish(query: URLSearchParams, secrets: SignInSecrets): Promise<Identity>;
};

/** Only who signs in by it waits for the protocol kit. */
const loadKit = () => import("openid-client");
type Kit = Awaited<ReturnType<typeof loadKit>>;

const timeoutSeconds = 10;
const knownMs = 60 * 60_000;

/** Authorization code with PKCE; the token's signature is checked although it comes over TLS. */
export function createIdentityProvider(
  settings: OidcSettings,
  redirectUrl: string,
): IdentityProvider {
  let known: { found: Promise<Configuration>; until: number } | undefined;
  const discover = () => {
    if (known && known.until > Date.now()) return known.found;
    const found = askProvider(settings);
    known = { found, until: Date.now() + knownMs };
    found.catch(() => {
      known = undefined;
    });
    return found;
  };
  return {
    async begin({ state, nonce, verifier }) {
      const openId = await loadKit();
      const url = openId.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUrl,
        scope: "openid email profile",
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return url.href;
    },
    async finish(query, { state, nonce, verifier }) {
      const openId = await loadKit();
      const configuration = await discover();
      const url = new URL(`${redirectUrl}?${query}`);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      try {
        const tokens = await openId.authorizationCodeGrant(configuration, url, checks);
        return await identityOf(configuration, tokens);
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        throw new AppError("forbidden", "The identity provider's answer could not be verified.", {
          cause,
        });
      }
    },
  };
}

async function askProvider(settings: OidcSettings): Promise<Configuration> {
  const openId = await loadKit();
  const server = new URL(settings.issuer);
  const options = {
    timeout: timeoutSeconds,
    execute: [
      openId.enableNonRepudiationChecks,
      // Settings take http on this machine alone.
      ...(server.protocol === "http:" ? [openId.allowInsecureRequests] : []),
    ],
  };
  try {
    return await openId.discovery(
      server,
      settings.clientId,
      undefined,
      openId.ClientSecretPost(settings.clientSecret),
      options,
    );
  } catch (cause) {
    throw new AppError("unavailable", "The identity provider cannot be reached right now.", {
      cause,
    });
  }
}

type Tokens = Awaited<ReturnType<Kit["authorizationCodeGrant"]>>;

async function identityOf(configuration: Configuration, tokens: Tokens): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims)
    throw new AppError("forbidden", "The identity provider sent no proof of who you are.");
  const asked =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = asked
    ? await (await loadKit()).fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : claims;
  const isVerified = more.email_verified === true || more.email_verified === "true";
  return {
    subject: `${claims.iss} ${claims.sub}`,
    name: textOf(more.name ?? claims.name),
    email: isVerified && typeof more.email === "string" ? more.email : undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
