import { z } from 'zod';

/** How a picture of a stranger is drawn anew: as WebP, upright, without what else its file holds. */
export const drawingSchema = z.object({
  width: z.number(),
  height: z.number(),
  /** `cover` fills both sides and cuts the rest; `inside` keeps the whole picture and makes none larger. */
  fit: z.enum(['cover', 'inside']),
  /** 1 to 100 */
  quality: z.number(),
  /** One that has more is none. */
  pixelsMax: z.number(),
});
export type Drawing = z.infer<typeof drawingSchema>;

/** What the process is asked for, and what it says. */
export const pictureRequestSchema = z.object({ bytes: z.instanceof(Uint8Array), drawing: drawingSchema });
export type PictureRequest = z.infer<typeof pictureRequestSchema>;
export const pictureReplySchema = z.union([
  z.object({ picture: z.instanceof(Uint8Array) }),
  /** Why the bytes are no picture. */
  z.object({ fault: z.string() }),
]);
export type PictureReply = z.infer<typeof pictureReplySchema>;
