/** The page that stands where no page can be had. */
export const OFFLINE_PATH = '/offline.html';
/** Never another one: browsers that have the worker ask there for the next. */
export const WORKER_PATH = '/service-worker.js';
