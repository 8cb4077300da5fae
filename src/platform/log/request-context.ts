import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that a process works at. */
interface UnderWay {
  readonly requestId: string;
  /** What a request has begun may outlive it: a line of later is not about it. */
  isOver: boolean;
}

const underWay = new AsyncLocalStorage<UnderWay>();

/** Does the work of a request; lines of the log that are written meanwhile carry its id [W200]. */
export async function inRequest<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  const request: UnderWay = { requestId, isOver: false };
  try {
    return await underWay.run(request, work);
  } finally {
    request.isOver = true;
  }
}

/** The id of the request that is worked at; null outside of one. */
export function currentRequestId(): string | null {
  const request = underWay.getStore();
  return request === undefined || request.isOver ? null : request.requestId;
}
