import type { Command } from "../command.ts";
import { bashScript } from "../completion/bash-script.ts";
import { fishScript } from "../completion/fish-script.ts";
import { listCompletions } from "../completion/list-completions.ts";
import { powershellScript } from "../completion/powershell-script.ts";
import { zshScript } from "../completion/zsh-script.ts";

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

const shells = ["bash", "zsh", "fish", "powershell"] as const;

export const completion: Command = {
  name: "completion",
  words: { usage: shells.join("|"), count: 1, choices: shells },
  flags: {},
  examples: [
    "docent completion bash > ~/.local/share/bash-completion/completions/docent",
    "docent completion zsh > ~/.zfunc/_docent",
    "docent completion fish > ~/.config/fish/completions/docent.fish",
    "docent completion powershell >> $PROFILE",
  ],
  async run({ words: [typed = ""], print, commands }) {
    const shell = shells.find((one) => one === typed) ?? "bash";
    print(scripts[shell](await listCompletions(commands)));
    return 0;
  },
};
