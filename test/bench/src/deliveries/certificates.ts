import { join } from 'node:path';
import { projectRoot } from '@assay/local/config';

const find = (name: string): string => join(projectRoot, 'services/chassis/test/egress/certificates', name);

/** The authority that signed the certificate of the sink, which names 127.0.0.1. */
export const authorityFile = find('authority.pem');
export const certificateFile = find('receiver.pem');
export const keyFile = find('receiver-key.pem');
