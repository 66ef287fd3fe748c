export const shortestPassword = 12;

export type Strength = {
  /** 0 is not acceptable, 4 is very good. */
  score: 0 | 1 | 2 | 3 | 4;
  label: string;
  /** What would make it better. */
  hints: string[];
};

const labels = ["Too short", "Weak", "Fair", "Good", "Strong"];
const common = /^(?:password|passwort|qwerty|letmein|welcome|admin|docent|iloveyou|dragon|monkey)/i;

/** A rough guess that rewards length over odd characters, and never refuses what is long enough. */
export function passwordStrength(password: string): Strength {
  const length = [...password].length;
  const hints: string[] = [];
  if (length < shortestPassword) {
    hints.push(`${shortestPassword - length} more to go: at least ${shortestPassword} characters.`);
    return { score: 0, label: length === 0 ? "" : "Too short", hints };
  }
  const different = new Set(password.toLowerCase()).size;
  const words = password.split(/[\s\-_.]+/).filter((word) => word.length > 2).length;
  let score =
    1 +
    Number(length >= 16) +
    Number(length >= 20 || words >= 4) +
    Number(kinds(password) > 1 || words >= 4);
  if (different < 7) {
    score = 1;
    hints.push("Few different characters: repeat less.");
  }
  if (common.test(password)) {
    score = Math.min(score, 2);
    hints.push("It begins with one of the first words anyone would try.");
  }
  if (score < 4 && hints.length === 0)
    hints.push("Longer is stronger: four or five unrelated words do well.");
  const bounded = clamp(score);
  return { score: bounded, label: labels[bounded] ?? "", hints };
}

function kinds(password: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
}

function clamp(score: number): Strength["score"] {
  if (score >= 4) return 4;
  if (score === 3) return 3;
  return score === 2 ? 2 : 1;
}
