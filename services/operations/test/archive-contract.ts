import { createFileRegistry, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

const text = { type: 'TYPE_STRING', label: 'LABEL_OPTIONAL' };

/** A second service with an rpc `GetProject` and its own messages. */
const archive = {
  file: [
    {
      name: 'assay/archive/v1/archive_service.proto',
      package: 'assay.archive.v1',
      syntax: 'proto3',
      dependency: ['assay/access/v1/access.proto'],
      messageType: [
        { name: 'ArchivedProject', field: [{ name: 'shelf', number: 1, ...text }] },
        { name: 'GetProjectRequest', field: [{ name: 'archive_id', number: 1, ...text }] },
        {
          name: 'GetProjectResponse',
          field: [
            {
              name: 'archived_project',
              number: 1,
              label: 'LABEL_OPTIONAL',
              type: 'TYPE_MESSAGE',
              typeName: '.assay.archive.v1.ArchivedProject',
            },
          ],
        },
      ],
      service: [
        {
          name: 'ArchiveService',
          method: [
            {
              name: 'GetProject',
              inputType: '.assay.archive.v1.GetProjectRequest',
              outputType: '.assay.archive.v1.GetProjectResponse',
              options: { '[assay.access.v1.rule]': { minRole: 'ROLE_ADMIN' } },
            },
          ],
        },
      ],
    },
  ],
};

/** Returns the contract as compiled by buf, followed by the archive. Two concatenated sets are one set. */
export function withArchive(contract: Uint8Array): Buffer {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, contract));
  const more = toBinary(FileDescriptorSetSchema, fromJson(FileDescriptorSetSchema, archive, { registry }));
  return Buffer.concat([contract, more]);
}
