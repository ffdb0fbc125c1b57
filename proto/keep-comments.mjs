import { readFileSync, writeFileSync } from 'node:fs';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * Removes the source info from the descriptor set, except the comments of our own files, which become the descriptions in
 * REST. The removed part is half of the file, and every process reads the file when it starts.
 */
const path = new URL('gen/descriptors.binpb', import.meta.url);
const set = fromBinary(FileDescriptorSetSchema, readFileSync(path));
for (const file of set.file) {
  const locations = file.name.startsWith('assay/') ? (file.sourceCodeInfo?.location ?? []) : [];
  const commented = locations.filter(({ leadingComments }) => leadingComments !== '');
  if (file.sourceCodeInfo !== undefined) file.sourceCodeInfo.location = commented;
}
writeFileSync(path, toBinary(FileDescriptorSetSchema, set));
