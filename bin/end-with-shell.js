const lookEveryMs = 500;

/**
 * npx runs a command in a shell, and a signal to npx ends the shell alone: nobody would be left to end the command.
 * So it ends itself, in order, when the shell is gone.
 */
export function endWithShell() {
  if (process.env.npm_command !== "exec") return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, lookEveryMs);
  timer.unref();
}
