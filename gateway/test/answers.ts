import type { CallContext } from '@assay/chassis/call-context';
import type { RequestOf, ResponseOf } from '@assay/chassis/grpc/serve';

/** One function per rpc a back end answers; a test replaces those it is about. */
export type Answers<S> = {
  -readonly [K in keyof S]: (call: CallContext, request: RequestOf<S[K]>) => Promise<ResponseOf<S[K]>>;
};
