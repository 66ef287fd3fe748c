import { givenExample, schemaExample } from "./example.ts";
import type { Operation } from "./list-operations.ts";
import { resolve } from "./resolve.ts";
import { namedLine } from "./schema-list.ts";
import { type Pass, shapeOf } from "./shape.ts";
import { entriesOf, type Fields, fieldIn, fieldsOf, isTrueIn, listIn, textIn } from "./values.ts";

export type Parameter = {
  name: string;
  place: string;
  isRequired: boolean;
  fields: Fields;
  schema: unknown;
};

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
] as const;
const maxParameters = 300;

/** The parameters of an operation; its own go before those of its path. */
export function parametersOf(pass: Pass, operation: Operation): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const holder of [operation.shared, operation.fields]) {
    for (const value of listIn(holder, "parameters").slice(0, maxParameters)) {
      const { fields, state, ref } = resolve(pass.root, value);
      const parameter = parameterOf(fields);
      if (parameter.name !== "") found.set(`${parameter.place} ${parameter.name}`, parameter);
      else
        pass.problems.add(
          state === "found" ? "A parameter has no name." : `${ref} cannot be read.`,
        );
    }
  }
  return [...found.values()];
}

export function parameterBlocks(pass: Pass, parameters: Parameter[]): string[] {
  return places.flatMap(([place, title]) => {
    const lines = parameters
      .filter((parameter) => parameter.place === place)
      .map((parameter) => parameterLine(pass, parameter));
    return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
  });
}

/** A value that a request could carry. */
export function parameterExample(pass: Pass, { fields, schema }: Parameter): unknown {
  return givenExample(pass, fields) ?? schemaExample(pass, schema, "request");
}

function parameterOf(fields: Fields): Parameter {
  const [, media] = entriesOf(fieldIn(fields, "content"))[0] ?? [];
  const place = textIn(fields, "in");
  return {
    name: textIn(fields, "name").slice(0, 200),
    place,
    isRequired: place === "path" || isTrueIn(fields, "required"),
    fields,
    schema: fieldIn(fields, "schema") ?? fieldIn(fieldsOf(media), "schema") ?? {},
  };
}

function parameterLine(pass: Pass, { name, isRequired, fields, schema }: Parameter): string {
  const shape = shapeOf(pass, schema);
  const marks = isRequired ? ["required"] : [];
  if (isTrueIn(fields, "deprecated")) marks.push("deprecated");
  const text = textIn(fields, "description") || textIn(shape.fields, "description");
  return `- ${namedLine(pass, name, { shape, marks, text })}`;
}
