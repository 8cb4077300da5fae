import { RejectedFile } from '#src/import/rejected/rejection.ts';
import { WorkerLost, WorkFailure } from '#src/import/worker/import-worker.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';

/**
 * The refusal that a failure means for its file.
 * @throws the failure itself when the machine is to blame and no other file would do better
 */
export function refusalOf(error: unknown): RejectedFile {
  if (error instanceof RejectedFile) return error;
  if (error instanceof WorkerLost) return error.refusal;
  if (error instanceof WorkFailure && error.code === null) {
    return new RejectedFile('crashed', `cannot be taken in: ${error.message}`, { cause: error });
  }
  if (failureKind(error) === 'moment') {
    const why = error instanceof Error ? error.message : String(error);
    return new RejectedFile('busy', `could not be read just now (${why}): it is tried again`, {
      cause: error,
    });
  }
  throw error;
}
