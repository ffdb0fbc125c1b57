import type { SecretEntries } from '@assay/chassis/tokens/secret-generations';

/** A Secret of Kubernetes. */
export interface SecretManifest {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly entries: SecretEntries;
}

/** The manifest as YAML, whose scalars are JSON's. */
export function printManifest({ metadata, entries }: SecretManifest): string {
  return [
    'apiVersion: v1',
    'kind: Secret',
    `metadata: ${JSON.stringify(metadata)}`,
    'type: Opaque',
    'stringData:',
    ...Object.keys(entries)
      .toSorted()
      .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(entries[key])}`),
    '',
  ].join('\n');
}

/** What `kubectl get secret --output json` prints, without what the server adds. Throws for anything else. */
export function readManifest(text: string): SecretManifest {
  const { kind, metadata, data = {}, stringData = {} } = parse(text);
  if (kind !== 'Secret' || metadata?.name === undefined)
    throw new Error('what was given is no Secret as JSON');
  const { name, namespace, labels, annotations = {} } = metadata;
  const own = Object.entries(annotations).filter(([key]) => !key.startsWith('kubectl.kubernetes.io/'));
  const decoded = Object.entries(data).map(
    ([key, value]) => [key, Buffer.from(value, 'base64').toString()] as const,
  );
  return {
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
      ...(own.length > 0 && { annotations: Object.fromEntries(own) }),
    },
    entries: { ...Object.fromEntries(decoded), ...stringData },
  };
}

interface GivenSecret {
  readonly kind?: string;
  readonly metadata?: Partial<SecretManifest['metadata']>;
  readonly data?: SecretEntries;
  readonly stringData?: SecretEntries;
}

function parse(text: string): GivenSecret {
  try {
    // Whether it is one is looked at next.
    return (JSON.parse(text) ?? {}) as GivenSecret;
  } catch {
    return {};
  }
}
