const timeoutMs = 2_000;

/** What a probe answers; rejects as it does, or when it does not answer within two seconds. */
export async function runProbe<T>(probe: () => Promise<T> | T): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(new Error('did not answer in time'));
  }, timeoutMs);
  try {
    return await Promise.race([probe(), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
