// What the container's health check runs: ends with 0 when the server on this machine takes requests.
import http from "node:http";
import https from "node:https";

const { DOCENT_PORT, DOCENT_TLS_CERT_FILE } = process.env;
const { request } = DOCENT_TLS_CERT_FILE ? https : http;
const place = {
  host: "127.0.0.1",
  port: DOCENT_PORT || 4040,
  path: "/readyz",
  timeout: 4_000,
  // The certificate is for the public name, and this stays on the machine.
  rejectUnauthorized: false,
};

const unhealthy = (reason) => {
  process.stdout.write(`${reason}\n`);
  process.exit(1);
};

const asked = request(place, ({ statusCode }) => {
  if (statusCode !== 200) unhealthy(`/readyz answers ${statusCode}`);
  process.exit(0);
});
asked.on("timeout", () => unhealthy("/readyz does not answer in time"));
asked.on("error", ({ message }) => unhealthy(message));
asked.end();
