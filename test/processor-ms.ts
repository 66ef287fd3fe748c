/** The processor's time that this process takes from now on: what else the machine does is not in it. */
export function processorMs(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
}
