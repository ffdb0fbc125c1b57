const maxRedirects = 10;

/** The parts of a browser that a redirect flow needs: cookies and redirects. */
export interface HeadlessBrowser {
  /** Follows redirects until one leads to `destination`. Resolves to that URL without a request to it. */
  follow(url: string, destination: string): Promise<string>;
}

/** @param headers sent with each request, in addition to the cookies */
export function createBrowser(headers: Readonly<Record<string, string>> = {}): HeadlessBrowser {
  const cookies = new Map<string, string>();
  const visit = async (url: string): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { ...headers, cookie } });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  };
  return {
    async follow(url, destination) {
      let next = url;
      for (let hop = 0; hop < maxRedirects; hop += 1) {
        const answer = await visit(next);
        const location = answer.headers.get('location');
        if (location === null)
          throw new Error(`${next} answered ${String(answer.status)}: ${await answer.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(destination)) return next;
      }
      throw new Error(`too many redirects, the last one to ${next}`);
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const [name = '', ...value] = pair.split('=');
  if (value.join('=') === '') cookies.delete(name);
  else cookies.set(name, value.join('='));
}
