import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const contract = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Contract;
const operations = Object.values(contract.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ tags = [] }) => tags.includes('Crowd work'));

/** Lists the paths of all members of a schema. A member with free content ends with `*`. */
function listMembers(schema: Schema, path: string, open: readonly string[] = []): string[] {
  const {
    $ref = '',
    properties = {},
    items,
    additionalProperties: others,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema;
  if (open.includes($ref)) return [];
  const reached = $ref === '' ? open : [...open, $ref];
  const referred = contract.components.schemas[$ref.replace('#/components/schemas/', '')];
  const walk = (inner: Schema, at = path) => listMembers(inner, at, reached);
  return [
    ...(referred === undefined ? [] : walk(referred)),
    ...Object.entries(properties).flatMap(([name, inner]) => [
      `${path}.${name}`,
      ...walk(inner, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : walk(items, `${path}[]`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => walk(inner)),
    ...(typeof others === 'object' || others === true ? [`${path}.*`] : []),
    ...(typeof others === 'object' ? walk(others, `${path}.*`) : []),
  ];
}

/** The names that members of responses may have. Look at a new one: may a worker see it? */
const allowed = new Set([
  ...[
    'acceptanceNote',
    'answerId',
    'appealableUntil',
    'answers',
    'appeal',
    'availableSlots',
    'claimId',
    'claimedAt',
    'country',
  ],
  ...['currency', 'data', 'description', 'durationSeconds', 'earnedCents', 'endSeconds', 'equals'],
  ...[
    'estimatedMinutes',
    'exclusive',
    'expiresAt',
    'extended',
    'fileId',
    'fileUrls',
    'files',
    'filesPending',
  ],
  ...['guestToken', 'guestsAllowed', 'height', 'helpText', 'id', 'inputData', 'introduction', 'jobId'],
  ...['jobTitle', 'key', 'label', 'language', 'limit', 'max', 'mimeType', 'min', 'nextCursor', 'note'],
  ...['offset', 'options', 'pendingCents', 'questionKey', 'questionType', 'questions', 'regions'],
  ...['regionsRequested', 'rejectionCategory', 'rejectionReason', 'remainingSeconds', 'required'],
  ...[
    'rewardCents',
    'showIf',
    'startSeconds',
    'status',
    'stored',
    'submittedAt',
    'survey',
    'taskId',
    'thisSubmission',
    'title',
    'total',
  ],
  // The second judgement of a run shows maps and marked areas, without a number or a word about them (C49).
  ...['areas', 'maps'],
  ...['totalIsExact', 'type', 'url', 'value', 'variantIndex', 'width', 'x', 'y'],
  // The values of lists, of which the expected ones are left out.
  '*',
]);
const forbidden =
  /e-?mail|expected|golden|attention|verdict|confidence|finding|artifact|manifest|consensus|agreement|score|probab|llr|machine|weight|accuracy|organization/iu;

describe('the responses to workers', () => {
  it('are those of all operations of crowd work', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toMatchInlineSnapshot(`
      [
        "claimTask",
        "createAppeal",
        "extendClaim",
        "getWorkerBalance",
        "getWorkerJob",
        "getWorkerProfile",
        "listWorkerAnswers",
        "listWorkerJobs",
        "returnClaim",
        "submitAnswer",
        "updateWorkerProfile",
      ]
    `);
  });

  it.each(operations)(
    'of $operationId have no field of machines, other answers or persons',
    ({ responses }) => {
      const members = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.values(content))
        .flatMap(({ schema }) => listMembers(schema, ''));
      const names = members.map((path) => path.split('.').at(-1) ?? '');
      expect(names.filter((name) => forbidden.test(name))).toEqual([]);
      expect(names.filter((name) => !allowed.has(name))).toEqual([]);
    },
  );
});
