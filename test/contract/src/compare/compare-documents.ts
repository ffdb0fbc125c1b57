/** How much a difference between two OpenAPI documents matters to a client. */
export type Concern = 'structure' | 'links' | 'text' | 'example';

export interface Difference {
  readonly concern: Concern;
  /** Such as `GET /v2/projects responses 200 …`. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Every difference between what two documents say of their operations, wherever either of them writes it down. */
export function compareDocuments(before: Json, after: Json): Difference[] {
  const old = flatten(before);
  const renewed = flatten(after);
  const places = [...new Set([...old.keys(), ...renewed.keys()])];
  return places
    .filter((place) => JSON.stringify(old.get(place)) !== JSON.stringify(renewed.get(place)))
    .map((place) => ({
      concern: concernOf(place),
      place,
      before: old.get(place),
      after: renewed.get(place),
    }));
}

const texts = ['description', 'summary'];
const examples = ['example', 'examples'];

function concernOf(place: string): Concern {
  const keys = place.split(' ');
  if (keys.includes('links')) return 'links';
  // A property may be called so too; then something follows it that is neither.
  if (examples.some((key) => keys.slice(2).includes(key) && !keys.includes(`properties ${key}`)))
    return 'example';
  return texts.includes(keys.at(-1) ?? '') && keys.at(-2) !== 'properties' ? 'text' : 'structure';
}

/** The leaves of every operation with all references resolved, by where they are. */
function flatten(document: Json): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const named = withNamedParameters(document, operation);
      walk({ document, leaves }, named, { name: `${method.toUpperCase()} ${path}`, within: [] });
    }
  }
  return leaves;
}

/** Parameters by place and name, since their order says nothing. */
function withNamedParameters(document: Json, operation: Json): Json {
  const listed = (operation['parameters'] ?? []) as readonly Json[];
  const named = listed.map((parameter) => {
    const resolved = resolve(document, parameter);
    return [`${String(resolved['in'])}:${String(resolved['name'])}`, resolved] as const;
  });
  return { ...operation, parameters: Object.fromEntries(named) };
}

interface Walked {
  readonly document: Json;
  readonly leaves: Map<string, unknown>;
}

interface Place {
  readonly name: string;
  /** The references it stands behind. */
  readonly within: readonly string[];
}

function walk(walked: Walked, value: unknown, place: Place): void {
  if (typeof value !== 'object' || value === null) {
    walked.leaves.set(place.name, value);
    return;
  }
  if (Array.isArray(value)) {
    walkList(walked, value, place);
    return;
  }
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') {
    const within = [...place.within, $ref];
    // A schema that contains itself is told once.
    if (!place.within.includes($ref))
      walk(walked, resolve(walked.document, value as Json), { ...place, within });
    return;
  }
  for (const [key, inner] of Object.entries(value))
    walk(walked, inner, { ...place, name: `${place.name} ${key}` });
}

/** A list of names is a set; alternatives and examples are told by their position. */
function walkList(walked: Walked, list: readonly unknown[], place: Place): void {
  if (list.every((item) => typeof item !== 'object')) {
    walked.leaves.set(place.name, place.name.endsWith(' required') ? [...list].sort() : list);
    return;
  }
  list.forEach((item, index) => {
    walk(walked, item, { ...place, name: `${place.name} ${String(index)}` });
  });
}

function resolve(document: Json, value: Json): Json {
  const { $ref, ...beside } = value;
  if (typeof $ref !== 'string') return value;
  let target: unknown = document;
  for (const key of $ref.slice(2).split('/')) target = (target as Json)[key];
  // What stands beside a reference is said in addition (OpenAPI 3.1).
  return { ...(target as Json), ...beside };
}
