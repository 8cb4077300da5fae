/** Fetches a page as a program does. One that is drawn for the first time may take longer than the front door waits. */
export async function fetchPage(address: string, headers: Record<string, string> = {}): Promise<Response> {
  for (;;) {
    const answer = await fetch(address, { headers });
    if (answer.status !== 503) return answer;
    await answer.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
