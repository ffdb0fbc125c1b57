import type { C2paAction, C2paClaims, C2paIngredient, C2paSigner } from './c2pa-report.ts';
import type { Manifest, ManifestStore } from './manifest-store.ts';

const maxActions = 200;
const maxIngredients = 200;
const maxManifestDepth = 8;
const maxTextLength = 500;

/** What the active manifest claims, bounded in size; all of it is text the signer chose. */
export function readClaims(store: ManifestStore, active: Manifest): C2paClaims {
  const line = parentLine(store, active);
  const others = Object.values(store.manifests ?? {}).filter((manifest) => !line.includes(manifest));
  return {
    title: text(active.title),
    claimGenerator: claimGenerator(active),
    actions: readActions(active).slice(0, maxActions),
    digitalSourceTypes: sourceTypes(line),
    componentSourceTypes: sourceTypes(others),
    ingredients: readIngredients(store, active, { depth: 0, left: maxIngredients }),
  };
}

/** How deep a manifest lies, and how many ingredients may still be read; a cycle ends at the depth. */
interface TreeBounds {
  readonly depth: number;
  left: number;
}

function readIngredients(store: ManifestStore, manifest: Manifest, bounds: TreeBounds): C2paIngredient[] {
  const listed = (manifest.ingredients ?? []).slice(0, Math.max(0, bounds.left));
  bounds.left -= listed.length;
  return listed.map((ingredient) => {
    const own = store.manifests?.[ingredient.active_manifest ?? ''];
    const below = { depth: bounds.depth + 1, left: bounds.left };
    const ingredients =
      own === undefined || below.depth >= maxManifestDepth ? [] : readIngredients(store, own, below);
    bounds.left = below.left;
    return {
      title: text(ingredient.title),
      relationship: text(ingredient.relationship) ?? 'unknown',
      hasManifest: ingredient.active_manifest !== undefined,
      claimGenerator: own === undefined ? null : claimGenerator(own),
      digitalSourceTypes: own === undefined ? [] : sourceTypes([own]),
      ingredients,
    };
  });
}

export function readSigner({ signature_info: info }: Manifest): C2paSigner | null {
  if (info === undefined) return null;
  return {
    issuer: text(info.issuer),
    commonName: text(info.common_name),
    serialNumber: text(info.cert_serial_number),
    algorithm: text(info.alg),
    signedAt: text(info.time),
  };
}

/** The active manifest and what it was made from by `parentOf`, which a cycle cannot prolong. */
function parentLine(store: ManifestStore, active: Manifest): readonly Manifest[] {
  const line = new Set<Manifest>();
  let next: Manifest | undefined = active;
  while (next !== undefined && !line.has(next)) {
    line.add(next);
    next = parentOf(store, next);
  }
  return [...line];
}

function parentOf(store: ManifestStore, manifest: Manifest): Manifest | undefined {
  const parent = manifest.ingredients?.find((ingredient) => ingredient.relationship === 'parentOf');
  return store.manifests?.[parent?.active_manifest ?? ''];
}

function sourceTypes(manifests: readonly Manifest[]): readonly string[] {
  const types = manifests
    .flatMap(readActions)
    .flatMap(({ digitalSourceType }) => (digitalSourceType === null ? [] : [digitalSourceType]))
    .map((uri) => uri.split('/').at(-1) ?? uri);
  return [...new Set(types)];
}

function readActions(manifest: Manifest): readonly C2paAction[] {
  return (manifest.assertions ?? [])
    .filter(({ label }) => label?.startsWith('c2pa.actions') === true)
    .flatMap(({ data }) => list(field(data, 'actions')))
    .map((action) => ({
      action: text(field(action, 'action')) ?? 'unknown',
      digitalSourceType: text(field(action, 'digitalSourceType')),
      softwareAgent: agentName(field(action, 'softwareAgent')),
      when: text(field(action, 'when')),
    }));
}

function agentName(agent: unknown): string | null {
  return text(agent) ?? text(field(agent, 'name'));
}

function claimGenerator(manifest: Manifest): string | null {
  const [info] = manifest.claim_generator_info ?? [];
  if (info?.name === undefined) return text(manifest.claim_generator);
  return text(info.version === undefined ? info.name : `${info.name} ${info.version}`);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxTextLength) : null;
}
