/** The page shown when the radio is out of reach. */
export const OFFLINE_PATH = '/offline.html';
/** Must never change: browsers that have the worker ask there for the next one. */
export const WORKER_PATH = '/service-worker.js';
