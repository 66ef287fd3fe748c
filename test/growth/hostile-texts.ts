/** A text that can be made as long as one likes. */
export type HostileText = { name: string; of(length: number): string };
