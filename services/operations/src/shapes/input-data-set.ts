import { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import { defineShape } from '../shape.ts';

const listProperties = {
  id: { type: 'string', description: 'The id of the list.' },
  name: { type: 'string', description: 'The name of the list.' },
  values: { type: 'array', items: { type: 'string' }, description: 'The values.' },
};
const groupProperties = {
  id: { type: 'string', description: 'The id of the group.' },
  name: { type: 'string', description: 'The name of the group.' },
  lists: {
    type: 'array',
    items: { type: 'object', required: ['id', 'name', 'values'], properties: listProperties },
    description: 'The lists of the group.',
  },
};

/** Groups contain their lists. The message refers to them by id, so that no value is transferred twice between processes. */
export const inputDataSet = defineShape(InputDataSet, {
  members: {
    groups: {
      schema: {
        type: 'array',
        items: { type: 'object', required: ['id', 'name', 'lists'], properties: groupProperties },
        description: 'The groups of lists.',
      },
      value: ({ lists, groups }) =>
        groups.map(({ id, name, listIds }) => ({
          id,
          name,
          lists: lists
            .filter((list) => listIds.includes(list.id))
            .map((list) => ({ id: list.id, name: list.name, values: list.values })),
        })),
    },
  },
});
