/** Resolves after this time, or as soon as the browser is online again. */
export function waitForConnection(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    addEventListener('online', end);
  });
}
