import { hash } from "node:crypto";

export type StoredValue = string | number | bigint | Uint8Array | null;

/** How many rows there are and a sum of what each hashes to: the same in whatever order they come. */
export type RowsDigest = { add(row: StoredValue[]): void; read(): { rows: number; hash: string } };

export function rowsDigest(): RowsDigest {
  let [rows, sum] = [0, 0n];
  return {
    add(row) {
      rows += 1;
      const digest = hash("sha256", JSON.stringify(row.map(plain)), "hex");
      sum = BigInt.asUintN(128, sum + BigInt(`0x${digest.slice(0, 32)}`));
    },
    read: () => ({ rows, hash: sum.toString(16).padStart(32, "0") }),
  };
}

/** Both stores give the same text for the same value: 64 bits are a number in one and text in the other. */
function plain(value: StoredValue): string[] | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return ["bytes", Buffer.from(value).toString("base64")];
  return [String(value)];
}
