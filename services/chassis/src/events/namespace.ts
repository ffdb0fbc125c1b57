/** Keeps installations that share a NATS server, such as tests that run side by side, out of each other's way. */
export interface Namespace {
  subject(name: string): string;
  stream(name: string): string;
}

/** An empty prefix leaves names as they are; else it consists of letters, digits, `-` and `_`. */
export function createNamespace(prefix: string): Namespace {
  if (!/^[\w-]*$/u.test(prefix)) throw new TypeError(`not a NATS namespace: ${prefix}`);
  return {
    subject: (name) => (prefix === '' ? name : `${prefix}.${name}`),
    stream: (name) => (prefix === '' ? name : `${prefix}-${name}`),
  };
}
