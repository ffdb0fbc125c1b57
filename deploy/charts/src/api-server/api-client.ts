import { setTimeout as delay } from 'node:timers/promises';

/** An object as the API server keeps it. */
export interface LiveObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface Answer {
  readonly status: number;
  /** Of the answer; of a refusal its reasons. */
  readonly message: string;
  /** What the server warns of; empty when it does not. */
  readonly warning: string;
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

/** The requests to an API server that Helm is not there for. */
export class ApiClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.#url}${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path}: ${text}`);
    // The shape is the caller's to know: the path says what it is.
    return JSON.parse(text) as T;
  }

  /** Creates an object, or with `dryRun=All` looks whether it would be. */
  async create(path: string, object: unknown): Promise<Answer> {
    return this.#send('POST', path, 'application/json', object);
  }

  /** Changes fields of an object, others stay. */
  async merge(path: string, fields: unknown): Promise<Answer> {
    return this.#send('PATCH', path, 'application/merge-patch+json', fields);
  }

  /** Creates an object that everything else needs. Rejects when it is refused. */
  async require(path: string, object: unknown): Promise<void> {
    const { status, message } = await this.create(path, object);
    if (status !== 201) throw new Error(`POST ${path}: ${message}`);
  }

  /** Resolves once the path is answered with success; rejects when that takes too long. */
  async until(path: string, timeoutMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const answered = await fetch(`${this.#url}${path}`, { signal: deadline }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      );
      if (answered) return;
      if (deadline.aborted) throw new Error(`${path} is not answered`);
      await delay(100);
    }
  }

  /** Every object of a namespace, of whatever kind. */
  async objectsIn(namespace: string): Promise<readonly LiveObject[]> {
    const lists = await Promise.all(
      (await this.#resourceLists()).flatMap(({ groupVersion, resources }) =>
        resources
          .filter(
            ({ name, namespaced, verbs }) => namespaced && verbs.includes('list') && !name.includes('/'),
          )
          .map(async ({ name, kind }) => {
            const path = `${rootOf(groupVersion)}/namespaces/${namespace}/${name}`;
            const { items } = await this.get<{ readonly items: readonly LiveObject[] }>(path);
            return items.map((item) => ({ ...item, apiVersion: groupVersion, kind }));
          }),
      ),
    );
    return lists.flat();
  }

  async #resourceLists(): Promise<readonly ResourceList[]> {
    const { groups } = await this.get<{
      readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
    }>('/apis');
    const versions = ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)];
    return Promise.all(versions.map((version) => this.get<ResourceList>(rootOf(version))));
  }

  async #send(method: string, path: string, contentType: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': contentType };
    const response = await fetch(`${this.#url}${path}`, { method, headers, body: JSON.stringify(body) });
    const { message = '' } = (await response.json()) as { readonly message?: string };
    return { status: response.status, message, warning: response.headers.get('warning') ?? '' };
  }
}

function rootOf(groupVersion: string): string {
  return groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
}
