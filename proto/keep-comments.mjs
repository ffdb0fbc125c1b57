import { readFileSync, writeFileSync } from 'node:fs';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * Leaves of the source info of the descriptor set what its readers use: the comments of our own files, of which the
 * descriptions of REST are made. The rest is half of the file, which every process reads when it starts.
 */
const path = new URL('gen/descriptors.binpb', import.meta.url);
const set = fromBinary(FileDescriptorSetSchema, readFileSync(path));
for (const file of set.file) {
  const locations = file.name.startsWith('assay/') ? (file.sourceCodeInfo?.location ?? []) : [];
  const commented = locations.filter(({ leadingComments }) => leadingComments !== '');
  if (file.sourceCodeInfo !== undefined) file.sourceCodeInfo.location = commented;
}
writeFileSync(path, toBinary(FileDescriptorSetSchema, set));
