// biome-ignore lint/suspicious/noControlCharactersInRegex: a file name has none
const unsafe = /[\u0000-\u001f\u007f"*/:<>?\\|]+/g

/**
 * The value of `Content-Disposition` for a file that the browser saves (RFC 6266).
 * @param fallback ASCII name without quotes, for clients that read no other
 */
export function attachment(name: string, fallback: string): string {
	const safe = name.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()
	return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()]/g, escape)}`
}
