/** What a project has of its own in place of the deployment's. */
export type LimitName = "dailyDollars" | "dailyTokens" | "keepAnswersDays";

/** What a project's settings stand beside. */
export type DeploymentFacts = {
  /** What holds for a project that says nothing; undefined or 0 for no limit. */
  limitOf(name: LimitName): number | undefined;
  /** The setting of the environment that wins over a project's own; "" for none. */
  setBy(name: LimitName): string;
  /** The embedder in words. */
  embedder(): string;
  /** The setting that says where the first source of this project is; "" for none. */
  servedBy(domain: string): string;
};
