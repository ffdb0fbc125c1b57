/** Ids that occur in several samples. */
export const ids = {
  dataset: 'd8k2m4x7q1r8t5w3y6z0a2b4',
  rawVersion: 'r3k2m4x7q1r8t5w3y6z0a2b4',
  version: 'v5n2m4x7q1r8t5w3y6z0a2b4',
  dataPlatformRun: 'q6n2m4x7q1r8t5w3y6z0a2b4',
  user: 'u3k8m2x7q1r5t9w4y6z0a1b2',
  otherUser: 'u9c4d7e1f6g3h8i2j5k0l7m4',
  organization: 'o5n2p8q4r7s1t6u3v9w0x2y5',
  apiKey: 'k7a3b9c2d6e1f8g4h0i5j3k9',
  auditEvent: 'a1z6y2x8w4v0u5t9s3r7q1p6',
  membership: 'm4l9k3j7i1h6g2f8e0d5c3b7',
  invitation: 'i8h3g7f2e6d1c9b4a0z5y8x3',
  project: 'p2q7r3s9t4u1v8w5x0y6z2a7',
  comment: 'c3o8m2m7e1n6t4w9x5y0z3a8',
  folder: 'd2f7e1g6h3i8j5k0l4m9n1o6',
  dataSet: 'd7s2a9t4a1s6e3t8x0y5z7b2',
  list: 'l3i8s1t6a4b9c2d7e0f5g1h6',
  group: 'g5r0o4u8p2a7b1c6d3e9f4h8',
  workflow: 'w4f9l2o7w1r6k3s8x5y0z2a7',
  file: 'f6e1d9c4b8a3z7y2x5w0v6u1',
  context: 'x4c9o2n7t1e6x3t8y5z0a2b7',
  pipelineRun: 'e2n7r1c6h0m4e9n3t8r5u2n7',
  run: 'r9s4t8u2v7w1x6y3z0a5b9c4',
  stage: 's5t1u7v3w9x4y8z2a6b0c5d1',
  artifact: 'a4b8c2d7e1f6g3h9i5j0k4l8',
  transaction: 't3u9v4w8x1y7z2a6b5c0d3e9',
  webhook: 'w6h0k2m4x7q1r8t5w3y6z0a2',
  delivery: 'd9v2m4x7q1r8t5w3y6z0a2b4',
  surveyTemplate: 's8t2x6w1v5u9t3s7r4q0p8o2',
  surveyVersion: 'v8t2x6w1v5u9t3s7r4q0p8o2',
  crowdJob: 'j8t2x6w1v5u9t3s7r4q0p8o2',
  task: 't6t2x6w1v5u9t3s7r4q0p8o2',
  answer: 'a6t2x6w1v5u9t3s7r4q0p8o2',
  worker: 'w6t2x6w1v5u9t3s7r4q0p8o2',
  appeal: 'p6t2x6w1v5u9t3s7r4q0p8o2',
  guest: 'g8t2x6w1v5u9t3s7r4q0p8o2',
  topUp: 't8y2x6w1v5u9t3s7r4q0p8o2',
} as const;

export const createdAt = new Date('2026-11-19T16:20:11.000Z');
export const updatedAt = new Date('2026-11-19T16:21:37.000Z');
export const later = new Date('2026-12-03T16:20:11.000Z');
export const sha256 = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
