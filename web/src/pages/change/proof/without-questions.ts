/** A change's description without the part on questions, which stands beside it with all its answers. */
export function withoutQuestions(body: string): string {
  const lines = body.split("\n");
  const start = lines.indexOf("## Questions");
  if (start === -1) return body;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(
    (line) => line.startsWith("## ") || line.startsWith("Made by Docent in session "),
  );
  return [...lines.slice(0, start), ...(end === -1 ? [] : rest.slice(end))].join("\n");
}
