/** Pages of other sites must not open sockets; a client without an Origin header is no page. */
export function isAllowedOrigin(
	headers: { origin?: string | undefined; host?: string | undefined },
	allowed: readonly string[],
): boolean {
	const { origin, host } = headers
	if (origin === undefined) return true
	if (allowed.includes(origin)) return true
	return URL.canParse(origin) && new URL(origin).host === host
}
