import type { Attack } from "./attack.ts";
import { bodyAttacks } from "./attacks/bodies.ts";
import { connectionAttacks } from "./attacks/connections.ts";
import { floodAttacks } from "./attacks/floods.ts";
import { questionAttacks } from "./attacks/questions.ts";
import { sourceAttacks } from "./attacks/sources.ts";

export const attackList: Attack[] = [
  ...connectionAttacks,
  ...questionAttacks,
  ...bodyAttacks,
  ...floodAttacks,
  ...sourceAttacks,
];
