import { createServiceCall } from '@assay/chassis/call-context';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import type { InputDataSet as InputDataSetMessage } from '@assay/proto/inputdata/v1/input_data_set';
import { InputDataSetsServiceService } from '@assay/proto/inputdata/v1/input_data_sets_service';

/** A list of values of a set. */
export interface InputDataList {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** A set with its lists. Lists of one group advance together. */
export interface InputDataSet {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly lists: readonly InputDataList[];
  readonly groups: readonly { readonly name: string; readonly listIds: readonly string[] }[];
}

/** The project in which a set is visible, and its id. */
export interface InputDataPlace {
  readonly projectId: string;
  readonly dataSetId: string;
}

/** The sets of input data, which projects-files owns. */
export interface InputData {
  /** NOT_FOUND for a set that is not visible in the project. */
  read(organizationId: string, place: InputDataPlace, requestId: string): Promise<InputDataSet>;
  /** Locks a set permanently and returns it as it will stay. May be repeated. NOT_FOUND as in `read`. */
  markUsed(organizationId: string, place: InputDataPlace, requestId: string): Promise<InputDataSet>;
}

export function createInputData(channel: Channel): InputData {
  const client = channel.client(InputDataSetsServiceService);
  const createCall = (organizationId: string, requestId: string): OutgoingCall =>
    createServiceCall('crowd-webhooks', organizationId, requestId);
  return {
    async read(organizationId, place, requestId) {
      const { dataSet } = await client.getInputDataSet(createCall(organizationId, requestId), { ...place });
      return fromMessage(dataSet);
    },
    async markUsed(organizationId, place, requestId) {
      const { dataSet } = await client.lockInputDataSet(createCall(organizationId, requestId), { ...place });
      return fromMessage(dataSet);
    },
  };
}

function fromMessage(message: InputDataSetMessage | undefined): InputDataSet {
  if (message === undefined) throw new Error('projects-files answered without a set');
  const { id, name, language, lists, groups } = message;
  return {
    id,
    name,
    language,
    lists: lists.map((list) => ({ id: list.id, name: list.name, values: list.values })),
    groups: groups.map((group) => ({ name: group.name, listIds: group.listIds })),
  };
}
