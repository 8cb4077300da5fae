import { readFile } from 'node:fs/promises';
import { sendFile } from '#src/web/answers/send-file.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';
import type { DrawnImage } from './drawn-images.ts';

/** A drawn picture with its validators, from the disk or from memory; null when its file is just gone. */
export async function sendDrawn(
  request: Request,
  { path, unkept }: DrawnImage,
  options: { contentType: string; cacheControl: string },
): Promise<Response | null> {
  if (unkept === null) return sendFile(request, path, options);
  const headers = new Headers({ 'content-type': options.contentType, 'cache-control': options.cacheControl });
  return new StoredAnswer(200, headers, unkept).respond(request);
}

/** The bytes of a drawn picture. */
export async function readDrawn({ path, unkept }: DrawnImage): Promise<Buffer<ArrayBuffer>> {
  return unkept ?? (await readFile(path));
}
