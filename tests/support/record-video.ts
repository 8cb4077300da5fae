import type { Browser } from 'playwright-core';

/** An MP4 of some seconds that Chromium itself has recorded. */
export async function recordVideo(browser: Browser, seconds: number): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(async (durationMs) => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const brush = canvas.getContext('2d');
    const drawing = setInterval(() => {
      if (brush) brush.fillStyle = `hsl(${performance.now() % 360} 90% 50%)`;
      brush?.fillRect(0, 0, 64, 36);
    }, 50);
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    recorder.stop();
    await stopped;
    clearInterval(drawing);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, seconds * 1_000);
  await page.close();
  return Buffer.from(encoded, 'base64');
}
