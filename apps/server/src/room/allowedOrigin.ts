/** A page of another site must not open our sockets; programs that send no origin are no page. */
export function isAllowedOrigin(
	headers: { origin?: string | undefined; host?: string | undefined },
	allowed: readonly string[],
): boolean {
	const { origin, host } = headers
	if (origin === undefined) return true
	if (allowed.includes(origin)) return true
	return URL.canParse(origin) && new URL(origin).host === host
}
