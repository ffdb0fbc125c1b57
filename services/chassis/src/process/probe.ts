const timeoutMs = 2_000;

/** Runs a probe and returns its answer. Rejects with the error of the probe, or after two seconds. */
export async function runProbe<T>(probe: () => Promise<T> | T): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(new Error('gave no answer within 2 seconds'));
  }, timeoutMs);
  try {
    return await Promise.race([probe(), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
