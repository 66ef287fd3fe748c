import type { DatabaseSync } from "node:sqlite";

export type StoredTable = {
  name: string;
  columns: string[];
  /** The column that makes a row unique; undefined where several do together. */
  key: string | undefined;
  /** A column that names another row of the same table. */
  own: string | undefined;
};

/** Every table that holds rows of its own, each behind those that its rows refer to. */
export function storedTables(source: DatabaseSync): StoredTable[] {
  const names = source
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not in ('sqlite_schema', 'docent_migrations') and name not like 'sqlite_%' order by name`,
    )
    .all()
    .map(({ name }) => String(name));
  const placed = new Set<string>();
  const ordered: StoredTable[] = [];
  while (ordered.length < names.length) {
    const next = names.find(
      (name) =>
        !placed.has(name) &&
        references(source, name).every(({ table }) => table === name || placed.has(table)),
    );
    if (next === undefined) throw new Error("tables refer to each other in a ring");
    placed.add(next);
    ordered.push(describe(source, next));
  }
  return ordered;
}

function describe(source: DatabaseSync, name: string): StoredTable {
  const columns = source.prepare("select name, pk from pragma_table_info(?)").all(name);
  const keys = columns.filter(({ pk }) => pk !== 0);
  return {
    name,
    columns: columns.map((column) => String(column.name)),
    key: keys.length === 1 ? String(keys[0]?.name) : undefined,
    own: references(source, name).find(({ table }) => table === name)?.column,
  };
}

function references(source: DatabaseSync, name: string): { table: string; column: string }[] {
  return source
    .prepare('select "table", "from" from pragma_foreign_key_list(?)')
    .all(name)
    .map((row) => ({ table: String(row.table), column: String(row.from) }));
}
