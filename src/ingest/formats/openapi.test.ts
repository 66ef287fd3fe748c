import { describe, expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { isOpenApi, openApiProblem, readOpenApi } from "./openapi.ts";

const kennel = `openapi: 3.0.3
info:
  title: Kennel API
  version: "1.4"
  description: |
    Manage pets. Keep them happy.

    # Limits

    100 calls a minute.
servers:
  - url: https://{region}.kennel.example/v1
    description: Production
    variables: { region: { default: eu } }
security: [{ bearer: [] }]
tags: [{ name: Pets, description: Everything with fur. }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      tags: [Pets]
      parameters:
        - $ref: "#/components/parameters/Limit"
        - { name: status, in: query, required: true, description: Which pets., schema: { type: string, enum: [free, sold], default: free } }
      responses:
        200:
          description: A page of pets.
          headers: { X-Total: { description: All pets., schema: { type: integer } } }
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } }
        default: { $ref: "#/components/responses/Fault" }
    post:
      operationId: createPet
      summary: Add a pet
      description: Adds a pet to the kennel. It gets a new id.
      tags: [Pets]
      security: [{ key: [] }, { login: [pets.write] }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Dog" } } }
      responses:
        "201": { description: Created, content: { application/json: { example: { id: 7, name: it's Rex } } } }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, schema: { type: string, format: uuid } }
    delete: { deprecated: true, x-internal: true, security: [], responses: { "204": { description: Gone } } }
components:
  parameters:
    Limit: { name: limit, in: query, description: How many., schema: { type: integer, minimum: 1, maximum: 100 } }
  responses:
    Fault: { description: What went wrong., content: { application/problem+json: { schema: { $ref: "errors.yaml#/Fault" } } } }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        name: { type: string, maxLength: 40, description: "The pet's name." }
        born: { type: string, format: date, nullable: true }
        parent: { $ref: "#/components/schemas/Pet" }
        labels: { type: object, additionalProperties: { type: string } }
    Dog:
      description: A pet that barks.
      allOf:
        - $ref: "#/components/schemas/Pet"
        - { type: object, required: [breed], properties: { breed: { type: string, example: Beagle } } }
  securitySchemes:
    bearer: { type: http, scheme: bearer, bearerFormat: JWT }
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: oauth2, flows: { clientCredentials: { tokenUrl: "https://kennel.example/token", scopes: {} } } }
`;

const pages = (text: string, path = "api/kennel.yaml") => readOpenApi({ path, text });
const page = (text: string, path: string) =>
  pages(text).find((held) => held.path === path)?.content ?? "";
const api = (parts: object, version = "3.1.0") =>
  JSON.stringify({ openapi: version, info: { title: "T", version: "1" }, ...parts }, null, 2);
const responding = (schema: object, schemas: object = {}) =>
  api({
    paths: {
      "/x": {
        get: {
          responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas },
  });
const only = (text: string) => pages(text)[1]?.content ?? "";

describe("an API description", () => {
  test("has one page for the whole and one for each operation", () => {
    expect(pages(kennel).map(({ path }) => path)).toEqual([
      "api/kennel",
      "api/kennel/list-pets",
      "api/kennel/create-pet",
      "api/kennel/delete-pets-pet-id",
    ]);
  });
  test("the first page says what the API is and lists its operations by tag, hidden ones aside", () => {
    expect(page(kennel, "api/kennel")).toBe(`---
title: "Kennel API"
description: "Manage pets."
source: "api/kennel.yaml"
---

# Kennel API

Version 1.4.

Manage pets. Keep them happy.

## Limits

100 calls a minute.

Server: \`https://eu.kennel.example/v1\` (Production)

## Pets

Everything with fur.

- [\`GET /pets\`](./kennel/list-pets): List pets
- [\`POST /pets\`](./kennel/create-pet): Add a pet
`);
  });
  test("an operation says what it takes and what it gives back", () => {
    expect(page(kennel, "api/kennel/list-pets")).toBe(`---
title: "List pets"
openapi: "GET /pets"
tags: ["Pets"]
source: "api/kennel.yaml"
sourceLine: 19
---

# List pets

\`GET /pets\`

Server: \`https://eu.kennel.example/v1\` (Production)

## Authorization

Authorization is needed.

- bearer token (JWT) in the \`Authorization\` header

## Query parameters

- \`limit\` (integer): How many. At least 1. At most 100.
- \`status\` (string, required): Which pets. One of \`free\`, \`sold\`. Default: \`free\`.

## Responses

### 200: A page of pets

- Header \`X-Total\` (integer): All pets.

Content type: \`application/json\`. Type: array of \`Pet\` object.

- \`id\` (integer, int64, required): Read only.
- \`name\` (string, required): The pet's name. At most 40 characters.
- \`born\` (string, date or null)
- \`parent\` (\`Pet\` object, as above)
- \`labels\` (map of string)

### Any other status: What went wrong

Content type: \`application/problem+json\`. Type: \`errors.yaml#/Fault\`, described in another file.

## Example request

\`\`\`bash
curl -X GET 'https://eu.kennel.example/v1/pets?status=free' \\
  -H 'Authorization: Bearer YOUR_TOKEN'
\`\`\`

## Example response (200)

\`\`\`json
[
  {
    "id": 1,
    "name": "text",
    "born": "2030-01-31",
    "labels": {}
  }
]
\`\`\`
`);
  });
  test("parts of a schema are put together, and a request leaves out what the server sets", () => {
    const content = page(kennel, "api/kennel/create-pet");
    expect(content).toContain("Type: `Dog` object. A pet that barks.");
    expect(content).toContain("- `breed` (string, required): Example: `Beagle`.");
    expect(content).toContain(
      "- OAuth 2.0 (client credentials at `https://kennel.example/token`), with the scopes `pets.write`",
    );
    expect(content).toContain(`-d '{\n  "name": "text",\n  "born": "2030-01-31",\n  "parent": {`);
    expect(content).toContain(`"name": "it's Rex"`);
  });
  test("hidden, deprecated and open operations say so", () => {
    const content = page(kennel, "api/kennel/delete-pets-pet-id");
    const parsed = parsePage(content, "md");
    expect(parsed).toMatchObject({ title: "DELETE /pets/{petId}", hidden: true });
    expect(parsed.metadata).toMatchObject({ deprecated: true, openapi: "DELETE /pets/{petId}" });
    expect(content).toContain("No authorization is needed.");
    expect(content).toContain("- `petId` (string, uuid, required)");
  });
  test("a reference into another file is named and reported", () => {
    expect(pages(kennel)[1]?.problems).toEqual([
      { line: 19, message: "errors.yaml#/Fault is in another file." },
    ]);
  });
});

describe("OpenAPI 3.1", () => {
  test("types with null, choices and webhooks are read", () => {
    const text = api({
      webhooks: {
        petAdopted: {
          post: {
            summary: "A pet was adopted",
            requestBody: {
              content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
            },
          },
        },
      },
      components: {
        schemas: {
          Event: {
            type: "object",
            properties: {
              at: { type: ["string", "null"], format: "date-time" },
              note: { anyOf: [{ type: "string" }, { type: "null" }] },
              who: {
                oneOf: [{ $ref: "#/components/schemas/Cat" }, { type: "integer" }],
                discriminator: { propertyName: "kind" },
              },
              kind: { const: "adopted" },
            },
          },
          Cat: { type: "object", properties: { lives: { type: "integer" } } },
        },
      },
    });
    const content = only(text);
    expect(content).toContain('openapi: "webhook POST petAdopted"');
    expect(content).toContain("- `at` (string, date-time or null)\n- `note` (string or null)");
    expect(content).toContain(
      "  - One of, told apart by `kind`:\n    - `Cat` object\n      - `lives` (integer)\n    - integer",
    );
    expect(content).toContain("- `kind` (string): Always `adopted`.");
    expect(content).not.toContain("curl");
  });
});

describe("faults", () => {
  test("lines are known in JSON too, and what is broken is reported while the rest goes in", () => {
    const text = api({
      paths: { "/a": { get: "no" }, "/b": { get: { responses: {} } }, "/c": null },
    });
    const [overview, second] = pages(text, "api.json");
    expect(overview?.problems).toEqual([
      { line: 9, message: "GET /a is not an object." },
      { line: 16, message: "/c has no description that can be read here." },
    ]);
    expect(second?.content).toContain("sourceLine: 12");
  });
  test("a fault in YAML is a problem with its line", () => {
    const text = 'openapi: 3.0.0\ninfo: { title: "T" }\npaths:\n  /a:\n    get: { summary: "A }\n';
    expect(pages(text)[0]?.problems[0]?.line).toBeGreaterThanOrEqual(5);
  });
  test("equal names get pages of their own", () => {
    const get = { operationId: "get", responses: {} };
    expect(pages(api({ paths: { "/a": { get }, "/b": { get } } })).map(({ path }) => path)).toEqual(
      ["api/kennel", "api/kennel/get", "api/kennel/get-2"],
    );
  });
  test("a description that leaves code or a tag open hides nothing", () => {
    const description = "Text\n\n```js\nlet a;\n\n<script>";
    const text = api({
      paths: { "/a": { get: { description, responses: { 200: { description: "fine" } } } } },
    });
    expect(parsePage(only(text), "md").blocks.map((block) => block.text)).toContain("200: fine");
  });
});

describe("hostile descriptions", () => {
  test("schemas that refer to each other without end stay within the page", () => {
    const names = Array.from({ length: 60 }, (_, index) => `S${index}`);
    const properties = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
    );
    const schemas = Object.fromEntries(
      names.map((name) => [name, { allOf: [{ properties }, { $ref: "#/components/schemas/S0" }] }]),
    );
    const content = only(responding({ $ref: "#/components/schemas/S1" }, schemas));
    expect(content.length).toBeLessThan(60_100);
    expect(content).toContain("- `S59` (");
  });
  test("aliases that multiply are refused or cut", () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `  l${index + 1}: &l${index + 1} [${Array(9).fill(`*l${index}`).join(", ")}]`,
    );
    const text = `openapi: 3.0.0\nx:\n  l0: &l0 [1]\n${levels.join("\n")}\npaths: { /a: { get: { responses: { 200: { content: { application/json: { example: *l12 } } } } } } }\n`;
    expect(pages(text).every(({ content }) => content.length < 60_100)).toBe(true);
  });
  test("keys of the prototype change nothing", () => {
    const text = responding({ type: "object" }).replace(
      '"type": "object"',
      '"type": "object", "properties": { "__proto__": { "type": "string" }, "fine": { "type": "string" } }',
    );
    expect(only(text)).toContain("- `fine` (string)");
    expect(only(text)).not.toContain("__proto__");
    expect(Object.hasOwn(Object.prototype, "type")).toBe(false);
  });
  test.each([
    ["deep YAML", `openapi: 3.0.0\npaths: ${"[".repeat(50_000)}`],
    ["deep JSON", `{"openapi":"3.0.0","paths":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    [
      "a reference to itself",
      responding({ $ref: "#/components/schemas/A" }, { A: { $ref: "#/components/schemas/A" } }),
    ],
    [
      "a choice of itself",
      responding(
        { $ref: "#/components/schemas/A" },
        { A: { oneOf: [{ $ref: "#/components/schemas/A" }] } },
      ),
    ],
    [
      "parts of itself",
      responding(
        { $ref: "#/components/schemas/A" },
        { A: { allOf: [{ $ref: "#/components/schemas/A" }] } },
      ),
    ],
    [
      "wrong types everywhere",
      api({
        servers: 1,
        tags: "x",
        security: {},
        paths: {
          "/x": { get: { tags: {}, parameters: [1, null], responses: [2], requestBody: "x" } },
        },
      }),
    ],
  ])("%s is read without a throw", (_, text) => {
    for (const { content } of pages(text)) expect(() => parsePage(content, "md")).not.toThrow();
  });
});

describe("which files are API descriptions", () => {
  test.each([
    ["a.yaml", "openapi: 3.0.0\n", true, undefined],
    ["a.yaml", "# top\n'openapi': \"3.1.0\"\n", true, undefined],
    ["a.json", '{"info":{},"openapi":"3.1.0"}', true, undefined],
    ["a.json", '{"openapi":"/api.json"}', false, undefined],
    ["a.json", '{"x":{"openapi":"3.0.0"}}', false, undefined],
    ["a.yaml", "x:\n  openapi: 3.0.0\n", false, undefined],
    ["a.md", "openapi: 3.0.0\n", false, undefined],
    ["a.yml", 'swagger: "2.0"\n', false, "Swagger 2.0 is not read; convert the file to OpenAPI 3."],
    ["a.json", '{"openapi":"4.0.0"}', false, "OpenAPI 4.0.0 is not read; OpenAPI 3 is."],
  ])("%s with %j", (path, text, isRead, problem) => {
    expect(isOpenApi({ path, text })).toBe(isRead);
    expect(openApiProblem({ path, text })).toBe(problem);
    if (!isRead) expect(readOpenApi({ path, text })).toEqual([]);
  });
});
