import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/**
 * A process of its own: an identity provider whose people log in with any password. The part of the name before the @
 * says what is odd about them: `unverified`, or `moved-1` and `moved-2`, which are two subjects with one email.
 */
const [, , ...redirectUris] = process.argv;
process.stdin.resume().once("end", () => process.exit());
const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "docent",
        client_secret: "a secret of the client",
        redirect_uris: redirectUris,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: id.split("@")[0],
        email: id.replace(/^moved-\d/, "moved"),
        email_verified: !id.startsWith("unverified"),
      }),
    }),
  });
  server.on("request", provider.callback());
  process.stdout.write(`${issuer}\n`);
});
