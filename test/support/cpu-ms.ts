/** The computing time of this process that some work takes, ms: bounds for hostile input that hold on a busy machine, too. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
