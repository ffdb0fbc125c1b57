import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { Verdict } from '@assay/proto/runs/v1/run';

export const verdicts = createEnumCodec(Verdict);
