export { calibrateRelations as calibrate } from '../../relations/calibrate-relations.ts';
