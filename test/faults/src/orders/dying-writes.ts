// A process of the program `orders` imports this first, with the condition `source`.
import '@assay/test-kit/database/die-at-write';
