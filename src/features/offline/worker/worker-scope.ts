/**
 * The part of `ServiceWorkerGlobalScope` that the worker uses. TypeScript has that type only for programs
 * that have no document.
 */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: {
    open(name: string): Promise<WorkerCache>;
    keys(): Promise<string[]>;
    delete(name: string): Promise<boolean>;
  };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  fetch(request: Request): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void;
}

/** The part of `Cache` that is used. */
export interface WorkerCache {
  match(address: string, options?: { ignoreVary: boolean }): Promise<Response | undefined>;
  put(address: string, answer: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  /** The one that was put there longest ago first. */
  keys(): Promise<readonly { readonly url: string }[]>;
}

export interface WorkerEvents {
  install: InstallEvent;
  activate: LastingEvent;
  fetch: FetchEvent;
  message: PageMessageEvent;
}

export interface LastingEvent {
  /** The worker is kept alive until the promise has settled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends LastingEvent {
  /** Chromium's way to say which requests never come to the worker. */
  addRoutes?(rules: readonly { condition: { urlPattern: RoutePattern }; source: 'network' }[]): Promise<void>;
}

/** A path with any search, or exactly this one. */
export type RoutePattern = string | { readonly pathname: string; readonly search: string };

export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  /** The page, asked for while the worker was starting; nothing where the browser cannot. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface PageMessageEvent extends LastingEvent {
  readonly data: unknown;
  readonly ports: readonly { postMessage(message: unknown): void }[];
}
