import { runPreparation } from '@assay/chassis/process/boot/prepare-service';
import { configFrom } from '../config.ts';
import { declareResources } from '../resources.ts';

// Makes what the service needs in its servers; see the README of the chassis.
await runPreparation({ name: 'projects-files', readConfig: configFrom, declareResources });
