/** Sends requests one after another and returns the 95th percentile of their times, in milliseconds. */
export async function measureP95(count: number, send: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const startedAt = performance.now();
    const response = await send();
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (response.status >= 300) throw new Error(`the victim got ${response.status.toString()}`);
  }
  return times.sort((a, b) => a - b)[Math.ceil(0.95 * count) - 1] ?? 0;
}
