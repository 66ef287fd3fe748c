import type { Services } from "../services.ts";
import { bad, type Finding, note, ok } from "./health-finding.ts";

const soonDays = 14;

export function checkCertificate({ certificateEnd, clock }: Services): Finding[] {
  const end = certificateEnd();
  if (end === undefined) return [];
  const days = Math.floor((end.getTime() - clock.now().getTime()) / 86_400_000);
  const text = `the certificate is good for ${days} more days`;
  return [days < soonDays ? note("tls", `${text}: renew it`) : ok("tls", text)];
}

const mostMs = 8_000;
const mostAheadMs = 60_000;

/** Whether people reach this server where the settings say, as seen from this machine. */
export async function checkPublicUrl(
  { config, clock }: Services,
  isRunning: boolean,
): Promise<Finding[]> {
  const { publicUrl } = config;
  if (publicUrl === undefined) return [];
  if (!isRunning) return [note("address", `${publicUrl} is asked when the server runs`)];
  const reply = await ask(`${publicUrl}/readyz`);
  const body = await reply.text();
  if (!reply.ok || !body.includes('"status"'))
    return [
      bad(
        "address",
        `${publicUrl} answers with status ${reply.status}, not as Docent does: check DOCENT_PUBLIC_URL and the proxy before it`,
      ),
    ];
  const at = Date.parse(reply.headers.get("date") ?? "");
  const ahead = Math.abs(at - clock.now().getTime()) > mostAheadMs;
  return [
    ok("address", `${publicUrl} leads here`),
    ...(ahead ? [bad("clock", `it differs from that of ${publicUrl} by over a minute`)] : []),
  ];
}

/** Whether people can log in by single sign-on. */
export async function checkSignIn({ config }: Services): Promise<Finding[]> {
  const { oidc } = config.signIn;
  if (oidc === undefined) return [];
  const reply = await ask(`${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  if (reply.ok) return [ok("sign-in", `${oidc.issuer} answers`)];
  return [
    bad("sign-in", `${oidc.issuer} answers with status ${reply.status}: check DOCENT_OIDC_ISSUER`),
  ];
}

async function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(mostMs), redirect: "follow" });
}
