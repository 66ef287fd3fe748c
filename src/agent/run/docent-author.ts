export type Author = { name: string; email: string };

/** Who makes commits where neither the operator nor a forge says more. */
export const docentAuthor: Author = { name: "Docent", email: "docent@localhost" };
