import { describe, expect, test } from "vitest";
import { maskSecrets, maskText } from "./mask-secrets.ts";

/** Made up here, in pieces, so that no scanner of secrets takes this file for a leak. */
const random = (length: number) =>
  "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zC0fL".repeat(Math.ceil(length / 32)).slice(0, length);
const hex = (length: number) => "0f1e2d3c4b5a69788796a5b4c3d2e1f0".repeat(9).slice(0, length);

const secrets: [string, string][] = [
  ["GitHub", `ghp_${random(36)}`],
  ["GitHub, fine grained", `github_pat_${random(60)}`],
  ["GitLab", `glpat-${random(20)}`],
  ["Slack", `xoxb-${random(30)}`],
  ["Anthropic", `sk-ant-api03-${random(40)}`],
  ["OpenAI", `sk-proj-${random(40)}`],
  ["Stripe", `sk_live_${random(24)}`],
  ["Stripe webhook", `whsec_${random(32)}`],
  ["AWS", `AKIA${"ABCDEFGH23456789"}`],
  ["Google", `AIza${random(35)}`],
  ["Google OAuth", `ya29.${random(60)}`],
  ["npm", `npm_${random(36)}`],
  ["PyPI", `pypi-AgEIcHlwaS5vcmc${random(60)}`],
  ["DigitalOcean", `dop_v1_${hex(64)}`],
  ["SendGrid", `SG.${random(22)}.${random(43)}`],
  ["Hugging Face", `hf_${random(34)}`],
  ["Shopify", `shpat_${hex(32)}`],
  ["Twilio", `SK${hex(32)}`],
  ["age", `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)}`],
  ["Docent", `svc_${random(40)}`],
  ["Docent, readers", `svc_dsc_${random(40)}`],
  ["JSON web token", `eyJ${random(20)}.eyJ${random(40)}.${random(43)}`],
  ["Vault", `hvs.${random(60)}`],
  ["Databricks", `dapi${hex(32)}`],
  ["Mailgun", `key-${hex(32)}`],
  ["Linear", `lin_api_${random(40)}`],
];

describe("secrets are taken out of what a job is given", () => {
  test.each(secrets)("%s", (_, secret) => {
    for (const line of [`+  call("${secret}")`, `- ${secret}`, ` x ${secret}, y`]) {
      const { text, masked } = maskSecrets(line);
      expect(text).not.toContain(secret);
      expect(text).toContain(maskText);
      expect(masked).toBe(1);
    }
  });

  test.each([
    [`+DB_PASSWORD=hunter2`, "hunter2"],
    [`+  password: "correct horse"`, "correct horse 1"],
    [`+password = 'swordfish'`, "swordfish"],
    [`+const apiKey = "${random(16)}";`, random(16)],
    [`+  "client_secret": "abcd-efgh",`, "abcd-efgh"],
    [`+export AUTH_TOKEN=${random(30)}`, random(30)],
    [`+secretKey := \`s3cr3t-value\``, "s3cr3t-value"],
    [`+postgres://app:pa55word@db.internal:5432/app`, "pa55word"],
    [`+curl -H "Authorization: Bearer ${random(32)}"`, random(32)],
    [`+Authorization: Basic ${random(24)}==`, random(24)],
    [`+AccountKey=${random(86)}==`, random(86)],
    [`+https://hooks.slack.com/services/T000/B000/${random(24)}`, random(24)],
    [`+  const opaque = "${random(48)}";`, random(48)],
    [`+passphrase: tr0ub4dor&3`, "tr0ub4dor&3"],
  ])("%s", (line, secret) => {
    expect(maskSecrets(line).text).not.toContain(secret);
  });

  test("private keys, with every line of theirs, and nothing after them", () => {
    for (const kind of [
      "RSA PRIVATE KEY",
      "PRIVATE KEY",
      "OPENSSH PRIVATE KEY",
      "EC PRIVATE KEY",
    ]) {
      const key = [`+-----BEGIN ${kind}-----`, `+${random(64)}`, `+${random(64)}`];
      const diff = [...key, `+-----END ${kind}-----`, "+export const limit = 10;"].join("\n");
      const { text } = maskSecrets(diff);
      expect(text).not.toContain(random(64));
      expect(text).toContain("+export const limit = 10;");
    }
    const endless = `+-----BEGIN PRIVATE KEY-----\n${"+code\n".repeat(200)}+last`;
    expect(maskSecrets(endless).text).toContain("+last");
  });

  test("a literal that is long, or goes on behind the end of a cut line, and a key whose beginning is not shown", () => {
    const long = random(900);
    for (const line of [
      `+{"api_key": "${long}"}`,
      `+const note = 1; const clientSecret = "${random(30)}`,
      `+DB_PASSWORD='correct-horse-${random(300)}…`,
      `+  tls.key: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk${long}`,
      ` ${random(64)}`,
      `+    ${random(62)}==`,
      `+  opaque("${long}…`,
    ])
      expect(maskSecrets(line).text).not.toContain(random(24));
    const hash = `+${hex(64)}`;
    expect(maskSecrets(hash)).toEqual({ text: hash, masked: 0 });
  });

  test("what is no secret stays", () => {
    const lines = [
      "+const password = readPassword();",
      "+  token: string;",
      "+password = process.env.DB_PASSWORD",
      `+API_KEY=$${"{API_KEY}"}`,
      "+apiKey: <your key>",
      "+the token is sent with each request",
      "+  maxTokens: 4096,",
      "+JOB_WINDOW_TOKENS=200_000",
      "+if (token === undefined) return;",
      "+import { token } from './token.ts'",
      "+https://example.com/path?x=1",
      "+commit 0123456789012345678901234567890123456789",
    ];
    for (const line of lines) expect(maskSecrets(line)).toEqual({ text: line, masked: 0 });
  });

  test("takes no longer for hostile lines than for others", () => {
    const begun = performance.now();
    for (const line of ["a=".repeat(50_000), "https://".repeat(12_000), "eyJ.".repeat(25_000)])
      maskSecrets(line);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
