import { createLogInLimit, type LogInLimit } from "../http/access/log-in-limit.ts";
import { createRateLimit } from "../http/access/rate-limit.ts";
import type { Route } from "../http/route.ts";
import { dashboardRoutes } from "../http/routes/dashboard.ts";
import { accountRoutes } from "../http/routes/people/account.ts";
import { actRoutes } from "../http/routes/people/acts.ts";
import { authRoutes } from "../http/routes/people/auth.ts";
import { joinRoutes } from "../http/routes/people/join.ts";
import { memberRoutes } from "../http/routes/people/members.ts";
import { ownerTokenRoutes } from "../http/routes/people/owner-token-routes.ts";
import { signInRoutes } from "../http/routes/people/sign-in.ts";
import { widgetPreviewRoutes } from "../http/routes/widget-preview.ts";
import { createIdentityProvider } from "../members/sign-in/identity-provider.ts";
import { attemptTimes } from "../store/access/log-in-attempts.ts";
import type { Parts } from "./parts.ts";

const signInsPerMinute = 30;

/** How people come in, and what they manage about themselves: nothing of it where there is no dashboard. */
export function entryRoutes(parts: Parts, publicUrl: string): Route[] {
  const { config, db, clock, clients } = parts;
  if (!config.dashboard) return [];
  const { passwordLogin, oidc } = config.signIn;
  const ways = { password: passwordLogin, singleSignOn: oidc !== undefined };
  const logInLimit = createLogInLimit({ clock, times: attemptTimes({ db, clock }) });
  const entry = { db, clock, passwordLogin, logInLimit };
  return [
    ...authRoutes({ ...entry, singleSignOn: oidc?.name }),
    ...joinRoutes(entry),
    ...ssoRoutes(parts, publicUrl, entry.logInLimit),
    ...memberRoutes({ db, clock, publicUrl, ways }),
    ...accountRoutes(entry),
    ...ownerTokenRoutes(entry),
    ...actRoutes({ db }),
    ...widgetPreviewRoutes(),
    ...dashboardRoutes(clients?.dashboard),
  ];
}

function ssoRoutes(
  { config, db, clock }: Parts,
  publicUrl: string,
  logInLimit: LogInLimit,
): Route[] {
  const { oidc } = config.signIn;
  if (!oidc) return [];
  const provider = createIdentityProvider(oidc, `${publicUrl}/auth/oidc/callback`);
  const limit = createRateLimit(signInsPerMinute, clock);
  return signInRoutes({ db, clock, provider, rules: oidc, limit, logInLimit });
}
