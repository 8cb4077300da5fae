/** Whether preferences follow the rules for mobile devices [A58]. */
export function isMobileUserAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Windows Phone|IEMobile|Opera Mini|BlackBerry|webOS/i.test(
    userAgent,
  );
}
