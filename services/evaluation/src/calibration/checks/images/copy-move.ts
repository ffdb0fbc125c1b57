export { calibrateCopyMove as calibrate } from '../../copy-move/calibrate.ts';
