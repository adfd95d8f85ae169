/**
 * Pages of other sites must not open sockets; a client without an Origin header is not a page. A page loaded without
 * TLS counts as another site than the same host with TLS: anyone on the network path may have written it.
 * @param own scheme, host and port of the request
 */
export function isAllowedOrigin(origin: string | undefined, own: string, allowed: readonly string[]): boolean {
	if (origin === undefined || allowed.includes(origin)) return true
	return URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin
}
