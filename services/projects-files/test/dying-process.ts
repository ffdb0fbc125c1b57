import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';

/** What a request of a dead process ends with. */
export class Killed extends Error {}

/** The same servers, seen by a process that dies after so many of its requests: nothing of it happens from then on. */
export function dyingAfter<T extends object>(
  servers: T,
  requests: number,
): { readonly servers: T; readonly sent: () => number } {
  let sent = 0;
  const seen = <S extends object>(port: S): S =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === 'object' && member !== null) return seen(member);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]): Promise<unknown> => {
          if (sent >= requests) throw new Killed();
          sent += 1;
          return (await Reflect.apply(member, target, given)) as unknown;
        };
      },
    });
  return { servers: seen(servers), sent: () => sent };
}

/** A port whose named method fails, as the last thing that a dying process does. */
export function dyingAt<T extends object>(port: T, method: keyof T): T {
  return { ...port, [method]: () => Promise.reject(new Killed()) };
}

/** A call as it arrives in a service. */
export function contextOf(call: OutgoingCall): CallContext {
  const { signal } = new AbortController();
  return { ...call, traceparent: undefined, deadline: new Date(Date.now() + 3_600_000), signal };
}
