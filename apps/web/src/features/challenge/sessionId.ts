/** OP-024: nobody else can know it. */
export function newSessionId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
