/** Whether a host is this machine. As `URL` has it: in small letters, IPv6 in brackets. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Whether the Host header of a request names this machine and a port of it. */
export function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`);
  return (
    url !== null &&
    url.username === "" &&
    url.pathname === "/" &&
    /:\d+$/.test(host) &&
    isLoopback(url.hostname)
  );
}
