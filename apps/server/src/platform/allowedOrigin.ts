/**
 * Pages of other sites must not open sockets; a client without an Origin header is no page. A page that came without TLS is
 * another site than one of the same host that came with it: whoever is on the way can have written it.
 * @param own scheme, host and port that were asked for
 */
export function isAllowedOrigin(origin: string | undefined, own: string, allowed: readonly string[]): boolean {
	if (origin === undefined || allowed.includes(origin)) return true
	return URL.canParse(origin) && URL.canParse(own) && new URL(origin).origin === new URL(own).origin
}
