import type { DescMessage } from '@bufbuild/protobuf';
import { contractMethod } from '@assay/chassis/grpc/contract/contract';
import { describe, expect, it } from 'vitest';
import { serveOperations } from '../src/derive/serve-operations.ts';
import { errorCatalog } from '../src/errors/error-catalog.ts';
import { toRestCode } from '../src/errors/error-codes.ts';
import { resources, shapes } from '../src/resources/operations.ts';
import { readRpcCode } from './reachable/rpc-code.ts';
import type { RpcCode } from './reachable/rpc-code.ts';
import { readSources } from './reachable/source-tree.ts';

const code = new Map(readRpcCode(readSources()).map((one) => [one.rpc, one] as const));
const { operations } = serveOperations(resources, shapes);

/** `/assay.projects.v1.ProjectsService/CreateProject` → `ProjectsService/createProject`. */
function shorten(path: string): string {
  return path.replace(
    /^.*\.(\w+\/)(\w)/u,
    (_match, service: string, first: string) => service + first.toLowerCase(),
  );
}

/** Conflicts that the code creates and that no answer of the operation has. */
const impossible: Readonly<Record<string, string>> = {
  'listFileComments: DATASET_FILE': 'The list of a dataset file is empty; only with a project it is refused.',
  'listWorkflowComments: DATASET_FILE': 'The list is about a workflow.',
  'createWorkflowComment: DATASET_FILE': 'The comment is about a workflow.',
  'archiveCrowdJob: ANSWER_STATE': 'Answers that cannot be accepted are skipped.',
  'acceptCrowdAnswers: ANSWER_STATE': 'Answers that cannot be accepted are listed as skipped.',
};

/** Settable members that no service reads, with the reason. */
const unread: Readonly<Record<string, string>> = {
  'createWorkflow: aiInterpretation': 'Spread into the stored record, as are the next four.',
  'createWorkflow: engineWorkflowId': 'stored',
  'createWorkflow: pipelineName': 'stored',
  'createWorkflow: result': 'stored',
  'createWorkflow: statusMessage': 'stored',
  'getEvidenceBundle: answer': 'The operation itself chooses between the link and a redirect.',
};

describe('the code that an operation reaches', () => {
  it('is known for every rpc of an operation', () => {
    const rpcs = operations.flatMap(({ rpcs: own }) => own.map(({ path }) => shorten(path)));
    expect(rpcs.filter((rpc) => !code.has(rpc))).toEqual([]);
  });

  it('refuses with 409 only for reasons whose code the operation documents', () => {
    const missing = operations.flatMap(({ id, rpcs, errors }) => {
      const refusals = rpcs.flatMap(({ path }) => listRefusals(shorten(path)));
      const conflicts = refusals.filter((refusal) => errorCatalog[toRestCode(refusal)].status === 409);
      const others = conflicts.filter((refusal) => !errors.includes(toRestCode(refusal)));
      return others.map(({ reason }) => `${id}: ${reason}`);
    });
    expect(missing.sort()).toEqual(Object.keys(impossible).sort());
  });

  it('reads every member that a client can set', () => {
    const ignored = operations.flatMap(({ id, rpcs: [first] }) => {
      if (first === undefined) return [];
      const input = contractMethod(first.path)?.input;
      const names = code.get(shorten(first.path))?.names ?? new Set();
      const members = input === undefined ? [] : listMembers(input);
      return members.filter((name) => !names.has(name)).map((name) => `${id}: ${name}`);
    });
    expect(ignored.sort()).toEqual(Object.keys(unread).sort());
  });
});

/** Lists the errors of an rpc, and those of the rpcs that it calls. */
function listRefusals(rpc: string, seen = new Set<string>()): RpcCode['refusals'] {
  const found = code.get(rpc);
  if (found === undefined || seen.has(rpc)) return [];
  seen.add(rpc);
  return [...found.refusals, ...[...found.calls].flatMap((called) => listRefusals(called, seen))];
}

/** Lists the names of the fields of a message and of the messages in it. */
function listMembers(message: DescMessage, depth = 4): string[] {
  return message.fields.flatMap((field) => {
    const inner =
      field.message?.typeName.startsWith('assay.') === true && depth > 0 ? field.message : undefined;
    return [field.localName, ...(inner === undefined ? [] : listMembers(inner, depth - 1))];
  });
}
