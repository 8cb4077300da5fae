import { flushCompileCache } from 'node:module';
import { AudioSourceError } from '#src/audio/codec/audio-source-error.ts';
import { hashAudio } from '#src/audio/codec/packet-hash.ts';
import { readTags } from '#src/import/naming/read-tags.ts';
import { RejectedFile } from '#src/import/rejected/rejection.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { explainAudioError } from '#src/station/explain-audio-error.ts';
import { renderFile } from './render-file.ts';
import { saveCover } from './save-cover.ts';
import { type WorkReply, type WorkRequest, workRequestSchema } from './worker-messages.ts';

/** Entry of a worker process, which ends with its importer. */
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.on('message', async (message) => answer(await work(workRequestSchema.parse(message))));
answer({ type: 'ready' });
// It is ended rather than ends: nothing is kept then.
flushCompileCache();

async function work(request: WorkRequest): Promise<WorkReply> {
  try {
    return await handle(request);
  } catch (error) {
    if (error instanceof RejectedFile)
      return { type: 'rejected', reason: error.reason, message: error.message };
    if (!(error instanceof AudioSourceError)) return failure(error);
    return await explainAudioError(error, request.source).then(rejection, failure);
  }
}

async function handle(request: WorkRequest): Promise<WorkReply> {
  switch (request.type) {
    case 'identify':
      return { type: 'identified', ...hashAudio(request.source), tags: await readTags(request.source) };
    case 'name':
      return { type: 'named', tags: await readTags(request.source) };
    case 'render':
      return await renderFile(request);
    case 'cover':
      return { type: 'covered', cover: await saveCover(request) };
  }
}

function rejection({ fault, message }: AudioSourceError): WorkReply {
  return { type: 'rejected', reason: fault, message };
}

function failure(error: unknown): WorkReply {
  return {
    type: 'failed',
    code: errorCode(error),
    message: error instanceof Error ? error.message : String(error),
  };
}

function answer(reply: WorkReply): void {
  process.send?.(reply);
}
